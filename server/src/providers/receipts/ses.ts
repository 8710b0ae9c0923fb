import { isJsonObject, type Json, type JsonObject } from "../../foundation/json.ts";
import { walkPath } from "../../foundation/json-path.ts";
import { textOf } from "../credential.ts";
import { entryAt, parseResponse, textAt } from "../json-path.ts";
import type { HttpResult } from "../provider.ts";
import { type Meaning, reasonAt, receiptOf, timeIn } from "./event-fields.ts";
import type { Receipt, ReceiptRules, Verification } from "./receipt.ts";
import { isNear, isSame } from "./signatures.ts";
import { confirmsSubscription, type SnsPlace, topicOf } from "./sns-place.ts";
import { isSignedBySns } from "./sns-signature.ts";
import { UnjudgedReceipt } from "./unjudged.ts";

/**
 * SES publishes events to a topic of SNS, which posts them. SNS signs for every AWS account, so the topic must be the
 * integration's own: https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html. The certificate is that of SNS in
 * the topic's region, or one under the `baseUrl` of the integration's credentials, to which it also sends.
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
    const [url, token] = ["SubscribeURL", "Token"].map((name) => textAt(content, name, 4_000));
    const place = placeOf(verification);
    if (textAt(content, "Type") !== "SubscriptionConfirmation" || place === undefined) return undefined;
    if (!confirmsSubscription(url, token, place) || !(await isGenuine(verification))) return undefined;
    return confirm(await verification.call({ method: "GET", url }));
  },
};

/** SNS repeats a request after a status of 5xx only: https://docs.aws.amazon.com/sns/latest/dg/sns-dead-letter-queues.html */
function confirm(result: HttpResult): "subscribed" | undefined {
  if (result.kind !== "answered" || result.status === 429 || result.status >= 500)
    throw new UnjudgedReceipt("The subscription could not be confirmed");
  return result.status === 200 ? "subscribed" : undefined;
}

type Verifying = Verification & { signingKey: string };

function placeOf({ signingKey, credentials }: Verifying): SnsPlace | undefined {
  const topic = topicOf(signingKey);
  return topic && { topic, baseUrl: textOf(credentials, "baseUrl") };
}

async function isGenuine(verification: Verifying): Promise<boolean> {
  const { request, signingKey, now, fetchCertificate } = verification;
  const { content } = request;
  const place = placeOf(verification);
  const sentAt = timeIn(textAt(content, "Timestamp"));
  if (place === undefined || sentAt === undefined || !isNear(sentAt.getTime(), now)) return false;
  if (!isSame(textAt(content, "TopicArn", 400) ?? "", signingKey)) return false;
  return isSignedBySns(content, { ...place, now, fetchCertificate });
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
  Subscription: ["subscription", ""],
};

/**
 * Reports of the feedback loop that are no complaints: `not-spam` says that the recipient took the mail out of the junk folder
 * (RFC 6430), `auth-failure` that its signature or SPF failed (RFC 6591), which is a fault of the sender's domain.
 */
const NO_COMPLAINTS: Readonly<Record<string, Meaning | undefined>> = {
  "not-spam": { kind: "delivered" },
  "auth-failure": undefined,
};

function meaningOf(type: string, detail: Json | undefined): Meaning | undefined {
  switch (type) {
    case "Bounce":
      return { kind: "bounced", isPermanent: textAt(detail, "bounceType") === "Permanent" };
    case "Complaint":
      return complaintOf(detail);
    case "Subscription":
      return hasLeft(detail) ? { kind: "unsubscribed" } : undefined;
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

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Complaint.html: a mail to an address of the suppression list was not sent. */
function complaintOf(detail: Json | undefined): Meaning | undefined {
  if (textAt(detail, "complaintSubType") === "OnAccountSuppressionList") {
    return { kind: "failed", isPermanent: true };
  }
  const feedbackType = textAt(detail, "complaintFeedbackType")?.toLowerCase() ?? "";
  if (Object.hasOwn(NO_COMPLAINTS, feedbackType)) return NO_COMPLAINTS[feedbackType];
  return { kind: "complained", isPermanent: true };
}

/** Whether the recipient has left the contact list, or one of its topics. */
function hasLeft(detail: Json | undefined): boolean {
  const [before, after] = ["oldTopicPreferences", "newTopicPreferences"].map((name) =>
    topicsIn(detail, name),
  );
  if (walkPath(detail, ["newTopicPreferences", "unsubscribeAll"]) === true) return true;
  return [...(after ?? [])].some((topic) => !before?.has(topic));
}

/** The topics that are opted out. */
function topicsIn(detail: Json | undefined, name: string): Set<string> {
  const list = walkPath(detail, [name, "topicSubscriptionStatus"]);
  const topics = Array.isArray(list) ? list : [];
  const left = topics.filter((topic) => /^opt_?out$/i.test(textAt(topic, "subscriptionStatus") ?? ""));
  return new Set(left.map((topic) => textAt(topic, "topicName") ?? ""));
}

/** One receipt for each recipient; identities name the type `notificationType`, configuration sets `eventType`. */
function receiptsOf(event: JsonObject): Receipt[] {
  const type = textAt(event, "eventType") ?? textAt(event, "notificationType") ?? "";
  const [member, recipients] = entryAt(MEMBERS, type) ?? [];
  if (member === undefined || recipients === undefined) return [];
  const detail = event[member];
  const meaning = meaningOf(type, detail);
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
