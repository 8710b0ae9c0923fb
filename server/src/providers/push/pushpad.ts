import { BASE_URL } from "../common-fields.ts";
import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { pushVendor } from "./push-vendor.ts";

const FIELDS = [
  {
    name: "apiKey",
    label: "Access token",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "An access token; account settings in Pushpad.",
  },
  {
    name: "applicationId",
    label: "Project ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The number of the project; project settings in Pushpad.",
  },
  BASE_URL,
] as const;

const ADDRESS = "https://pushpad.xyz";

/** `scheduled` is the number of devices. A user without a device may subscribe later, so the uid is not invalid. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status >= 300) return undefined;
  return textAt(json, "scheduled") === "0" ? { kind: "recipient_error" } : undefined;
}

/** https://pushpad.xyz/docs/rest_api. A device token is the `uid` of a user. Pushpad has no idempotency key. */
export const pushpad = pushVendor({
  id: "pushpad",
  displayName: "Pushpad",
  docsUrl: "https://pushpad.xyz/docs/rest_api",
  fields: FIELDS,
  tokensPerCall: 1_000,
  reading: { idPaths: ["id"], errorPaths: ["error"] },
  judge,
  requestOf({ tokens, title, body, data }, account) {
    const notification = {
      // Pushpad requires a body.
      body: body === "" ? title : body,
      title: title === "" ? undefined : title,
      custom_data: data && JSON.stringify(data),
    };
    return {
      url: account.url(ADDRESS, `${projectOf(account.text("applicationId"))}/notifications`),
      headers: accessTo(account.text("apiKey")),
      json: { notification, uids: tokens },
    };
  },
  checkOf: (account) => ({
    method: "GET",
    url: account.url(ADDRESS, projectOf(account.text("applicationId"))),
    headers: accessTo(account.text("apiKey")),
  }),
});

function projectOf(id: string): string {
  return `/api/v1/projects/${encodeURIComponent(id)}`;
}

function accessTo(token: string): Record<string, string> {
  return { authorization: `Token token="${token}"`, accept: "application/json" };
}
