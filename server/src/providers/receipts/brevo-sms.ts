import { entryAt, textAt } from "../json-path.ts";
import { eventsOf, type Meaning, reasonAt, receiptOf, secondsIn } from "./event-fields.ts";
import type { Receipt, ReceiptRules } from "./receipt.ts";
import { sendinblueReceipts } from "./sendinblue.ts";

/** https://developers.brevo.com/docs/transactional-webhooks, Transactional SMS: `msg_status`. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  delivered: { kind: "delivered" },
  soft_bounce: { kind: "bounced" },
  hard_bounce: { kind: "bounced", isPermanent: true },
  blacklisted: { kind: "failed" },
  blocked: { kind: "failed" },
  rejected: { kind: "failed" },
  skip: { kind: "failed" },
  skipped: { kind: "failed" },
  unsubscribe: { kind: "unsubscribed" },
};

/**
 * https://developers.brevo.com/docs/secured-webhooks: Brevo does not sign. A webhook for text messages is created with the channel
 * `sms`: https://developers.brevo.com/reference/create-webhook
 */
export const brevoSmsReceipts: ReceiptRules = {
  signingKey: sendinblueReceipts.signingKey,
  verify: sendinblueReceipts.verify,
  receiptsIn: (content) => eventsOf(content).flatMap(receiptIn),
};

/** `id` is that of the webhook, and `date` is without its zone. */
function receiptIn(event: unknown): Receipt[] {
  const parts = {
    at: secondsIn(textAt(event, "ts_event")),
    address: textAt(event, "to"),
    reason: reasonAt(event, "reason"),
  };
  const meaning = entryAt(MEANINGS, textAt(event, "msg_status"));
  return receiptOf(textAt(event, "messageId"), meaning, parts, event);
}
