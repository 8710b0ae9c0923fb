import { createSign, randomUUID } from "node:crypto";
import { SNS_CERTIFICATE, SNS_PRIVATE_KEY } from "./sns-certificate.ts";
import type { VendorEvent, VendorWebhook } from "./vendor-webhook.ts";

export const SNS_TOPIC = "arn:aws:sns:eu-central-1:123456789012:mails";
/** Of the form of those at SNS. */
export const CERTIFICATE_PATH = "/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem";
const REAL_SNS = "https://sns.eu-central-1.amazonaws.com";

type Envelope = { at: Date; vendorUrl?: string | undefined; topic?: string };

/**
 * An envelope of SNS, signed as SNS does:
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message-verify-message-signature.html
 * @param vendorUrl where the certificate is. Default: at SNS.
 */
export function snsEnvelope(
  fields: Record<string, string>,
  { at, vendorUrl = REAL_SNS, topic = SNS_TOPIC }: Envelope,
): string {
  const stated: Record<string, string> = {
    MessageId: randomUUID(),
    TopicArn: topic,
    Timestamp: at.toISOString(),
    ...fields,
  };
  const names = Object.keys(stated).sort();
  const signed = names.map((name) => `${name}\n${stated[name]}\n`).join("");
  const Signature = createSign("RSA-SHA256").update(signed).sign(SNS_PRIVATE_KEY, "base64");
  return JSON.stringify({
    ...stated,
    SignatureVersion: "2",
    Signature,
    SigningCertURL: vendorUrl + CERTIFICATE_PATH,
  });
}

const eventOf =
  (eventType: string, member: string, detailOf: (event: VendorEvent) => object) => (event: VendorEvent) => ({
    eventType,
    mail: { messageId: event.messageId, destination: [event.address] },
    [member]: { timestamp: event.at.toISOString(), ...detailOf(event) },
  });
const recipient = ({ address }: VendorEvent, more: object = {}) => [{ emailAddress: address, ...more }];

/** SES publishes its events to a topic of SNS, which asks the address for a confirmation and then posts them. */
export const sesWebhook: VendorWebhook = {
  signingKey: SNS_TOPIC,
  bodies: {
    delivered: eventOf("Delivery", "delivery", ({ address }) => ({ recipients: [address] })),
    deferred: eventOf("DeliveryDelay", "deliveryDelay", (event) => ({
      delayType: "MailboxFull",
      delayedRecipients: recipient(event, { diagnosticCode: "452 mailbox full" }),
    })),
    bounced: eventOf("Bounce", "bounce", (event) => ({
      bounceType: "Permanent",
      bouncedRecipients: recipient(event, { diagnosticCode: "550 no such user" }),
    })),
    failed: eventOf("Reject", "reject", () => ({ reason: "Bad content" })),
    complained: eventOf("Complaint", "complaint", (event) => ({ complainedRecipients: recipient(event) })),
    unsubscribed: eventOf("Subscription", "subscription", () => ({
      contactList: "Readers",
      source: "UnsubscribeHeader",
      newTopicPreferences: { unsubscribeAll: true },
      oldTopicPreferences: { unsubscribeAll: false },
    })),
    opened: eventOf("Open", "open", () => ({ ipAddress: "192.0.2.1" })),
    clicked: eventOf("Click", "click", () => ({ link: "https://example.com" })),
  },
  sign: ({ body, ...envelope }) => ({
    body: snsEnvelope({ Type: "Notification", Message: body }, envelope),
  }),
  handshake({ url, at, vendorUrl }) {
    const token = randomUUID();
    const fields = {
      Type: "SubscriptionConfirmation",
      Message: "You have chosen to subscribe",
      Token: token,
      SubscribeURL: `${vendorUrl}/?Action=ConfirmSubscription&TopicArn=${SNS_TOPIC}&Token=${token}`,
    };
    return { url, body: snsEnvelope(fields, { at, vendorUrl }), expects: { token } };
  },
  pageAt(path) {
    if (path === CERTIFICATE_PATH) return { body: SNS_CERTIFICATE };
    const { searchParams } = new URL(path, REAL_SNS);
    if (searchParams.get("Action") !== "ConfirmSubscription") return undefined;
    const body = `<ConfirmSubscriptionResponse><SubscriptionArn>${SNS_TOPIC}:1</SubscriptionArn></ConfirmSubscriptionResponse>`;
    return { body, token: searchParams.get("Token") ?? "" };
  },
};
