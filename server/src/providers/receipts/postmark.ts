import { isJsonObject } from "../../foundation/json.ts";
import { textAt } from "../json-path.ts";
import { eventsOf, type Meaning, reasonAt, receiptOf, timeIn } from "./event-fields.ts";
import type { Receipt, ReceiptRules } from "./receipt.ts";
import { hasSharedKey } from "./signatures.ts";

/** https://postmarkapp.com/developer/webhooks/webhooks-overview: Postmark does not sign; the URL has a user and a password. */
export const postmarkReceipts: ReceiptRules = {
  signingKey: {
    label: "User and password",
    help: "As user:password; enter the same under Basic auth credentials of the webhook in Postmark.",
  },
  verify: ({ request, signingKey }) => hasSharedKey(request.headers, signingKey),
  receiptsIn: (content) => eventsOf(content).flatMap(receiptIn),
};

/**
 * https://postmarkapp.com/developer/api/bounce-api#bounce-types. Every other type means that the mail did not reach the recipient:
 * blocked, taken for spam or a virus, refused by DMARC, not rendered.
 */
const BOUNCES = [
  "HardBounce",
  "BadEmailAddress",
  "ManuallyDeactivated",
  "Transient",
  "DnsError",
  "SoftBounce",
];
/** Types for which Postmark deactivates an address. */
const PERMANENT = ["HardBounce", "BadEmailAddress", "ManuallyDeactivated"];
/** Answers, tests, and failures of inbound mails. */
const NO_FAILURES = ["AddressChange", "AutoResponder", "InboundError", "OpenRelayTest", "Subscribe"];

function meaningOf(event: unknown): Meaning | undefined {
  switch (textAt(event, "RecordType")) {
    case "Delivery":
      return { kind: "delivered" };
    case "SpamComplaint":
      return { kind: "complained", isPermanent: true };
    case "Open":
      return { kind: "opened" };
    case "Click":
      return { kind: "clicked" };
    case "Bounce":
      return bounceOf(textAt(event, "Type") ?? "", isTrueAt(event, "Inactive"));
    case "SubscriptionChange":
      return isTrueAt(event, "SuppressSending") ? suppressionOf(event) : undefined;
    default:
      return undefined;
  }
}

const isTrueAt = (event: unknown, name: string): boolean | undefined =>
  isJsonObject(event) && typeof event[name] === "boolean" ? event[name] : undefined;

/** `isInactive`: Postmark has deactivated the address, whatever the type. Without it, the type decides. */
function bounceOf(type: string, isInactive = PERMANENT.includes(type)): Meaning | undefined {
  if (type === "SpamComplaint") return { kind: "complained", isPermanent: true };
  if (type === "Unsubscribe") return { kind: "unsubscribed" };
  if (type === "" || (NO_FAILURES.includes(type) && !isInactive)) return undefined;
  const kind = BOUNCES.includes(type) ? "bounced" : "failed";
  return isInactive ? { kind, isPermanent: true } : { kind };
}

/** https://postmarkapp.com/developer/webhooks/subscription-change-webhook: a suppression by hand, of a recipient, is an unsubscription. */
function suppressionOf(event: unknown): Meaning {
  switch (textAt(event, "SuppressionReason")) {
    case "HardBounce":
      return { kind: "bounced", isPermanent: true };
    case "SpamComplaint":
      return { kind: "complained", isPermanent: true };
    default:
      return { kind: "unsubscribed" };
  }
}

const TIMES = ["BouncedAt", "DeliveredAt", "ReceivedAt", "ChangedAt"];

function receiptIn(event: unknown): Receipt[] {
  const time = TIMES.map((name) => textAt(event, name)).find((one) => one !== undefined);
  const parts = {
    at: timeIn(time),
    address: textAt(event, "Recipient") ?? textAt(event, "Email"),
    reason: reasonAt(event, "Description", "Details"),
    eventId: textAt(event, "ID"),
  };
  return receiptOf(textAt(event, "MessageID"), meaningOf(event), parts, event);
}
