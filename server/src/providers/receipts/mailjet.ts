import { isJsonObject, type JsonObject } from "../../foundation/json.ts";
import { entryAt, textAt } from "../json-path.ts";
import { eventsOf, type Meaning, reasonAt, receiptOf, secondsIn } from "./event-fields.ts";
import type { Receipt, ReceiptRules } from "./receipt.ts";
import { hasSharedKey } from "./signatures.ts";

/** https://dev.mailjet.com/email/guides/webhooks/: `sent` means that the recipient's server has accepted the mail. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  sent: { kind: "delivered" },
  blocked: { kind: "failed" },
  spam: { kind: "complained", isPermanent: true },
  unsub: { kind: "unsubscribed" },
  open: { kind: "opened" },
  click: { kind: "clicked" },
};

/** https://dev.mailjet.com/email/guides/webhooks/: Mailjet does not sign; the URL contains a user and a password. */
export const mailjetReceipts: ReceiptRules = {
  signingKey: {
    label: "User and password",
    help: "As user:password; write the same into the URL at Mailjet: https://user:password@….",
  },
  verify: ({ request, signingKey }) => hasSharedKey(request.headers, signingKey),
  receiptsIn: (content) => eventsOf(content).flatMap(receiptIn),
};

function meaningOf(event: JsonObject): Meaning | undefined {
  if (event.event !== "bounce") return entryAt(MEANINGS, textAt(event, "event"));
  return { kind: "bounced", isPermanent: event.hard_bounce === true };
}

/** `Message_GUID` is the MessageUUID of the response to a send. */
function receiptIn(event: unknown): Receipt[] {
  if (!isJsonObject(event)) return [];
  const parts = {
    at: secondsIn(textAt(event, "time")),
    address: textAt(event, "email"),
    reason: reasonAt(event, "error", "comment"),
  };
  return receiptOf(textAt(event, "Message_GUID"), meaningOf(event), parts, event);
}
