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

/** https://postmarkapp.com/developer/api/bounce-api#bounce-types */
const PERMANENT_BOUNCES = ["HardBounce", "BadEmailAddress", "ManuallyDeactivated"];
const TEMPORARY_BOUNCES = ["Transient", "DnsError", "SoftBounce"];

/** Types such as AutoResponder are answers and not bounces. */
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
      return bounceOf(textAt(event, "Type") ?? "");
    default:
      return undefined;
  }
}

function bounceOf(type: string): Meaning | undefined {
  if (PERMANENT_BOUNCES.includes(type)) return { kind: "bounced", isPermanent: true };
  if (TEMPORARY_BOUNCES.includes(type)) return { kind: "bounced" };
  if (type === "SpamComplaint") return { kind: "complained", isPermanent: true };
  return type === "Blocked" || type === "SMTPApiError" ? { kind: "failed" } : undefined;
}

const TIMES = ["BouncedAt", "DeliveredAt", "ReceivedAt"];

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
