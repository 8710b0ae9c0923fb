import { isJsonObject } from "../../foundation/json.ts";
import { walkPath } from "../../foundation/json-path.ts";
import { BASE_URL } from "../common-fields.ts";
import { textAt } from "../json-path.ts";
import type { SendOutcome } from "../provider.ts";
import { outcomeByRecipient } from "../recipient-answers.ts";
import { refusalOf } from "../refusal-rule.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { alertOf } from "./alert.ts";
import { pushVendor } from "./push-vendor.ts";

const FIELDS = [
  {
    name: "apiKey",
    label: "Access token",
    kind: "text",
    isSecret: true,
    isRequired: false,
    help: "Needed if the project has enhanced push security; Access tokens in the settings of your Expo account.",
  },
  BASE_URL,
] as const;

const ADDRESS = "https://exp.host";
const TICKETS_PER_CALL = 100;
const ticketPaths = (member: string) =>
  Array.from({ length: TICKETS_PER_CALL }, (_, index) => `data.${index}.${member}`);

type TicketError = { kind: Exclude<SendOutcome["kind"], "accepted">; isThrottled?: true };

/** The errors of a ticket; a ticket may have the errors of a receipt, too. */
const TICKET_ERRORS: Record<string, TicketError> = {
  DeviceNotRegistered: { kind: "recipient_error" },
  ExpoError: { kind: "ambiguous" },
  InvalidCredentials: { kind: "config_error" },
  MessageRateExceeded: { kind: "not_processed", isThrottled: true },
  MessageTooBig: { kind: "rejected" },
  MismatchSenderId: { kind: "config_error" },
  ProviderError: { kind: "ambiguous" },
};

/** Of an error that neither the table nor the rule for refusals (`refusal-rule.ts`) knows. */
const REJECTED: TicketError = { kind: "rejected" };

/**
 * A request may have the tokens of one project. A refusal names the projects with their tokens:
 * https://docs.expo.dev/push-notifications/sending-notifications/#request-errors
 */
function groupsIn({ json }: VendorResponse, tokens: readonly string[]): string[][] {
  if (textAt(json, "errors.0.code") !== "PUSH_TOO_MANY_EXPERIENCE_IDS") return [];
  const details = walkPath(json, ["errors", "0", "details"]);
  const named = isJsonObject(details) ? Object.values(details) : [];
  const left = new Set(tokens);
  const groups = named.map((group) =>
    Array.isArray(group) ? tokens.filter((one) => group.includes(one) && left.delete(one)) : [],
  );
  return [...groups, [...left]].filter((group) => group.length > 0);
}

/** A 200 has a ticket for each token, in their order. */
function judge({ status, json }: VendorResponse, tokens: readonly string[]): Verdict | undefined {
  if (status >= 300) return undefined;
  const answers = tokens.map((recipient, index) => ({
    recipient,
    outcome: outcomeOf(json, `data.${index}`),
  }));
  const isGone = (index: number) => textAt(json, `data.${index}.details.error`) === "DeviceNotRegistered";
  const invalidTokens = tokens.filter((_, index) => isGone(index));
  return tokens.length === 0 ? undefined : { ...outcomeByRecipient(answers), invalidTokens };
}

function outcomeOf(json: unknown, ticket: string): SendOutcome {
  const status = walkPath(json, [...ticket.split("."), "status"]);
  const error = textAt(json, `${ticket}.details.error`) ?? "";
  const sentence = textAt(json, `${ticket}.message`, 4_000) ?? "";
  if (status === "ok") return { kind: "accepted" };
  if (status !== "error") return { kind: "ambiguous", reason: "Expo has no ticket for a device." };
  const refusal = TICKET_ERRORS[error] ?? refusalOf(`${error} | ${sentence}`) ?? REJECTED;
  const isThrottled = "isThrottled" in refusal && refusal.isThrottled;
  const reason = `Expo refused a device: ${error}.`;
  return { kind: refusal.kind, reason, ...(isThrottled ? { isThrottled: true as const } : {}) };
}

/**
 * Expo has no idempotency key: `collapseId` (iOS) and `tag` (Android) let a device replace a message that arrives twice. Its answer is a ticket: Expo accepted the
 * message. What Apple or Google say follows after some minutes in a receipt that must be fetched
 * (https://docs.expo.dev/push-notifications/sending-notifications/#check-push-receipts-for-errors). No receipt is fetched: a
 * message that Apple or Google refuse stays `sent`, and a token is only removed once Expo refuses it in a ticket.
 */
export const expo = pushVendor({
  id: "expo",
  displayName: "Expo",
  docsUrl: "https://docs.expo.dev/push-notifications/sending-notifications/",
  fields: FIELDS,
  tokensPerCall: TICKETS_PER_CALL,
  isToken: (token) =>
    /^(Exponent|Expo)PushToken\[.+\]$|^[a-z\d]{8}(-[a-z\d]{4}){3}-[a-z\d]{12}$/i.test(token),
  reading: { idPaths: ticketPaths("id"), errorPaths: ["errors.0.message", ...ticketPaths("message")] },
  judge,
  groupsIn,
  requestOf(push, account) {
    const { key, tokens, data } = push;
    return {
      url: account.url(ADDRESS, "/--/api/v2/push/send"),
      headers: accessTo(account.text("apiKey")),
      json: { to: tokens, ...alertOf(push), data, collapseId: key, tag: key },
      secrets: tokens,
    };
  },
  /** The receipts of a ticket that does not exist: an empty answer. */
  checkOf: (account) => ({
    method: "POST",
    url: account.url(ADDRESS, "/--/api/v2/push/getReceipts"),
    headers: accessTo(account.text("apiKey")),
    json: { ids: ["00000000-0000-0000-0000-000000000000"] },
  }),
});

function accessTo(token: string): Record<string, string> {
  return token === "" ? {} : { authorization: `Bearer ${token}` };
}
