import { BASE_URL } from "../common-fields.ts";
import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { withoutPlus } from "./sms-text.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "apiKey",
    label: "API key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Under API token in the settings of the Termii dashboard.",
  },
  SENDER,
  {
    ...BASE_URL,
    help: "Your account's base URL, shown in the Termii dashboard; without it, api.ng.termii.com.",
  },
] as const;

/** A 200 without the message's id does not say that the message exists. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  const isKnown = status >= 300 || textAt(json, "message_id") !== undefined;
  return isKnown ? undefined : { kind: "ambiguous", isUnlisted: true };
}

/**
 * https://developers.termii.com/messaging-api. Uses the channel `generic`, as Novu does; the trigger's passthrough can state
 * `dnd`, which reaches numbers of the do-not-disturb register in Nigeria. Has no idempotency key.
 */
export const termii = smsVendor({
  id: "termii",
  displayName: "Termii",
  docsUrl: "https://developers.termii.com/messaging-api",
  fields: FIELDS,
  reading: { idPaths: ["message_id"], errorPaths: ["message"], judge },
  // https://developers.termii.com/balance
  checkOf: (account) => ({
    url: account.url(
      "https://api.ng.termii.com",
      `/api/get-balance?${new URLSearchParams({ api_key: account.text("apiKey") })}`,
    ),
  }),
  requestOf: ({ to, from, body }, account) => ({
    url: account.url("https://api.ng.termii.com", "/api/sms/send"),
    json: {
      api_key: account.text("apiKey"),
      to: withoutPlus(to),
      from: withoutPlus(from),
      sms: body,
      type: "plain",
      channel: "generic",
    },
  }),
});
