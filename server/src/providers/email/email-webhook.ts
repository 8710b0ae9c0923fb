import { FROM_ADDRESS, SENDER_NAME, SIGNING_KEY, WEBHOOK_URL } from "../common-fields.ts";
import { missingCredential, reachOf, secretsOf, textOf } from "../credential.ts";
import type { EmailMessage, Mailbox, Provider } from "../provider.ts";
import { postWebhook } from "../webhook.ts";
import { eachOnce } from "./each-once.ts";
import { fileName } from "./file-name.ts";
import { withoutSettled } from "./unsettled.ts";

const FIELDS = [WEBHOOK_URL, SIGNING_KEY, FROM_ADDRESS, SENDER_NAME];

/** Posts each mail as JSON to a URL of the operator. */
export const emailWebhook: Provider<"email"> = {
  id: "email-webhook",
  channel: "email",
  displayName: "Email webhook",
  docsUrl: "https://www.standardwebhooks.com",
  fields: FIELDS,
  reaches: (credentials) => reachOf(credentials, "webhookUrl"),
  async send(message, credentials, io) {
    const url = textOf(credentials, "webhookUrl");
    if (url === undefined) return missingCredential("webhookUrl");
    const from = message.from?.address ?? textOf(credentials, "from");
    const senderName = message.from?.name ?? textOf(credentials, "senderName");
    return postWebhook(
      {
        url,
        key: message.key,
        body: { ...bodyOf(withoutSettled(eachOnce(message))), from, senderName },
        secretKey: textOf(credentials, "secretKey"),
        secrets: secretsOf(FIELDS, credentials),
        passthrough: message.passthrough,
      },
      io,
    );
  },
};

/**
 * Addresses are texts without names; `replyTo` is one, or a list where there are several. Attachments have base64 in `file`, and the
 * type with its parameters; missing fields are omitted.
 */
function bodyOf(message: EmailMessage): Record<string, unknown> {
  return {
    id: message.key,
    to: addresses(message.to),
    cc: addresses(message.cc),
    bcc: addresses(message.bcc),
    replyTo: oneOrList(addresses(message.replyTo)),
    subject: message.subject,
    html: message.html,
    text: message.text,
    headers: message.headers,
    customData: message.customData,
    attachments: message.attachments?.map((attachment) => ({
      name: fileName(attachment.name),
      mime: attachment.mime,
      contentId: attachment.contentId,
      file: attachment.bytes.toString("base64"),
    })),
  };
}

function addresses(mailboxes: readonly Mailbox[] | undefined): string[] | undefined {
  return mailboxes?.map((mailbox) => mailbox.address);
}

function oneOrList(texts: string[] | undefined): string | string[] | undefined {
  return texts?.length === 1 ? texts[0] : texts;
}
