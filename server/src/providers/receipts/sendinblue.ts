import { entryAt, textAt } from "../json-path.ts";
import { eventsOf, type Meaning, reasonAt, receiptOf, secondsIn } from "./event-fields.ts";
import type { Receipt, ReceiptRules } from "./receipt.ts";
import { hasSharedKey } from "./signatures.ts";

/** https://developers.brevo.com/docs/transactional-webhooks */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  delivered: { kind: "delivered" },
  deferred: { kind: "deferred" },
  soft_bounce: { kind: "bounced" },
  hard_bounce: { kind: "bounced", isPermanent: true },
  invalid: { kind: "bounced", isPermanent: true },
  invalid_email: { kind: "bounced", isPermanent: true },
  blocked: { kind: "failed" },
  error: { kind: "failed" },
  spam: { kind: "complained", isPermanent: true },
  unsubscribed: { kind: "unsubscribed" },
  opened: { kind: "opened" },
  unique_opened: { kind: "opened" },
  proxy_open: { kind: "opened" },
  unique_proxy_open: { kind: "opened" },
  click: { kind: "clicked" },
};

/** https://developers.brevo.com/docs/secured-webhooks: Brevo does not sign. */
export const sendinblueReceipts: ReceiptRules = {
  signingKey: {
    label: "User and password, or token",
    help: "As user:password or a token; choose the same authentication of the webhook in Brevo.",
  },
  verify: ({ request, signingKey }) => hasSharedKey(request.headers, signingKey),
  receiptsIn: (content) => eventsOf(content).flatMap(receiptIn),
};

/** `id` is that of the webhook and not of the event. */
function receiptIn(event: unknown): Receipt[] {
  const parts = {
    at: secondsIn(textAt(event, "ts_event")),
    address: textAt(event, "email"),
    reason: reasonAt(event, "reason"),
  };
  return receiptOf(textAt(event, "message-id"), entryAt(MEANINGS, textAt(event, "event")), parts, event);
}
