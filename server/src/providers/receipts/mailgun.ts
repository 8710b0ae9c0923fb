import { isJsonObject } from "../../foundation/json.ts";
import { entryAt, textAt } from "../json-path.ts";
import { type Meaning, reasonAt, receiptOf, secondsIn } from "./event-fields.ts";
import type { Receipt, ReceiptRules } from "./receipt.ts";
import { hmacOf, isRecent, isSame } from "./signatures.ts";

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhooks */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  delivered: { kind: "delivered" },
  failed: { kind: "deferred" },
  rejected: { kind: "failed" },
  complained: { kind: "complained", isPermanent: true },
  unsubscribed: { kind: "unsubscribed" },
  opened: { kind: "opened" },
  clicked: { kind: "clicked" },
};

/**
 * https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks: HMAC with SHA-256 over timestamp and
 * token. The signature does not cover the event, so the vendor advises to remember tokens.
 */
export const mailgunReceipts: ReceiptRules = {
  signingKey: {
    label: "HTTP webhook signing key",
    help: "Settings, API Security, HTTP webhook signing key in Mailgun.",
  },
  verify({ request: { content }, signingKey, now }) {
    const [timestamp, token, given] = ["timestamp", "token", "signature"].map((name) =>
      textAt(content, `signature.${name}`),
    );
    if (token === undefined || given === undefined || !isRecent(timestamp, now)) return false;
    return isSame(given, hmacOf(`${timestamp}${token}`, { key: signingKey }));
  },
  looseSignature: (content) => ({
    signature: textAt(content, "signature.signature") ?? "",
    events: eventIn(content),
  }),
  receiptsIn(content) {
    const event = eventIn(content);
    return isJsonObject(event) ? receiptIn(event) : [];
  },
};

const eventIn = (content: unknown) => (isJsonObject(content) ? content["event-data"] : undefined);

/** The reasons of https://documentation.mailgun.com/docs/mailgun/user-manual/events/events that are about the address. */
const BOUNCES = ["bounce", "suppress-bounce", "generic"];

function failureOf(event: unknown): Meaning {
  if (textAt(event, "severity") !== "permanent") return { kind: "deferred" };
  const reason = textAt(event, "reason") ?? "bounce";
  if (reason === "suppress-complaint") return { kind: "complained", isPermanent: true };
  return BOUNCES.includes(reason)
    ? { kind: "bounced", isPermanent: reason !== "generic" }
    : { kind: "failed" };
}

/** The id of the response to a send has angle brackets, the one in an event has none. */
function receiptIn(event: unknown): Receipt[] {
  const word = textAt(event, "event");
  const meaning = word === "failed" ? failureOf(event) : entryAt(MEANINGS, word);
  const id = textAt(event, "message.headers.message-id");
  const parts = {
    at: secondsIn(textAt(event, "timestamp")),
    address: textAt(event, "recipient"),
    reason: reasonAt(
      event,
      ...["delivery-status.description", "delivery-status.message"],
      ...["reject.description", "reject.reason", "reason"],
    ),
    eventId: textAt(event, "id"),
  };
  return receiptOf(id && `<${id.replace(/^<|>$/g, "")}>`, meaning, parts, event);
}
