import { isJsonObject, type Json, type JsonObject } from "../../foundation/json.ts";
import { textOf } from "../credential.ts";
import { parseResponse, textAt } from "../json-path.ts";
import { type Meaning, reasonAt, receiptOf, timeIn } from "./event-fields.ts";
import type { Receipt, ReceiptRules, Verification } from "./receipt.ts";
import { isRecent, isSame } from "./signatures.ts";
import { isOfSns, isSignedBySns } from "./sns-signature.ts";

/**
 * SES publishes events to a topic of SNS, which posts them. SNS signs for every AWS account, so the topic must be the
 * integration's own: https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html. The certificate is that of SNS,
 * or one under the `baseUrl` of the integration's credentials, to which it also sends.
 */
export const sesReceipts: ReceiptRules = {
  signingKey: {
    label: "ARN of the SNS topic",
    help: "Starts with arn:aws:sns:; the topic to which the configuration set or the identity publishes its events.",
  },
  verify: async (verification) =>
    textAt(verification.request.content, "Type") === "Notification" && isGenuine(verification),
  receiptsIn(content) {
    const message = isJsonObject(content) ? content.Message : undefined;
    const event = typeof message === "string" ? parseResponse(message) : undefined;
    return isJsonObject(event) ? receiptsOf(event) : [];
  },
  async handshake(verification) {
    const { content } = verification.request;
    if (textAt(content, "Type") !== "SubscriptionConfirmation" || !(await isGenuine(verification)))
      return undefined;
    const url = textAt(content, "SubscribeURL", 2_000);
    if (!isOfSns(url, baseUrlOf(verification))) return undefined;
    const { kind } = await verification.call({ method: "GET", url });
    return kind === "answered" ? "subscribed" : undefined;
  },
};

const baseUrlOf = ({ credentials }: Verification) => textOf(credentials, "baseUrl");

async function isGenuine(verification: Verification & { signingKey: string }): Promise<boolean> {
  const { request, signingKey, now, call } = verification;
  const { content } = request;
  const sentAt = timeIn(textAt(content, "Timestamp"));
  const seconds = sentAt && String(Math.floor(sentAt.getTime() / 1_000));
  const isOwnTopic = isSame(textAt(content, "TopicArn") ?? "", signingKey);
  return isOwnTopic && isRecent(seconds, now) && isSignedBySns(content, call, baseUrlOf(verification));
}

/** https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html: the member of each event type. */
const MEMBERS: Readonly<Record<string, readonly [member: string, recipients: string]>> = {
  Bounce: ["bounce", "bouncedRecipients"],
  Complaint: ["complaint", "complainedRecipients"],
  Delivery: ["delivery", "recipients"],
  DeliveryDelay: ["deliveryDelay", "delayedRecipients"],
  Reject: ["reject", ""],
  "Rendering Failure": ["failure", ""],
  Open: ["open", ""],
  Click: ["click", ""],
};

function meaningOf(type: string, bounceType: string | undefined): Meaning | undefined {
  switch (type) {
    case "Bounce":
      return { kind: "bounced", isPermanent: bounceType === "Permanent" };
    case "Complaint":
      return { kind: "complained", isPermanent: true };
    case "Delivery":
      return { kind: "delivered" };
    case "DeliveryDelay":
      return { kind: "deferred" };
    case "Open":
      return { kind: "opened" };
    case "Click":
      return { kind: "clicked" };
    default:
      return { kind: "failed" };
  }
}

/** One receipt for each recipient; identities name the type `notificationType`, configuration sets `eventType`. */
function receiptsOf(event: JsonObject): Receipt[] {
  const type = textAt(event, "eventType") ?? textAt(event, "notificationType") ?? "";
  const [member, recipients] = (Object.hasOwn(MEMBERS, type) && MEMBERS[type]) || [];
  if (member === undefined || recipients === undefined) return [];
  const detail = event[member];
  const meaning = meaningOf(type, textAt(detail, "bounceType"));
  const at = timeIn(textAt(detail, "timestamp"));
  return addressesIn(detail, recipients).flatMap(
    ({ address, reason = reasonAt(detail, "reason", "errorMessage") }) =>
      receiptOf(textAt(event, "mail.messageId"), meaning, { at, address, reason }, event),
  );
}

type Recipient = { address: string | undefined; reason?: string | undefined };

/** A list of addresses, or of objects with an address; without a list, the event is about all recipients. */
function addressesIn(detail: Json | undefined, name: string): Recipient[] {
  const list = isJsonObject(detail) ? detail[name] : undefined;
  if (!Array.isArray(list) || list.length === 0) return [{ address: undefined }];
  return list.map((one) =>
    typeof one === "string"
      ? { address: one }
      : { address: textAt(one, "emailAddress"), reason: reasonAt(one, "diagnosticCode") },
  );
}
