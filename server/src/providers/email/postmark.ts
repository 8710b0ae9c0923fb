import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { acceptedExcept, recipientsNamedIn } from "./mail-answers.ts";
import {
  apiKeyField,
  filesOf,
  headerPairs,
  ifAny,
  type Mail,
  mailVendor,
  SENDER_FIELDS,
} from "./mail-vendor.ts";
import { mailboxList, mailboxText } from "./mailboxes.ts";

const FIELDS = [
  apiKeyField("The server API token; Servers, API Tokens in Postmark."),
  ...SENDER_FIELDS,
  BASE_URL,
] as const;

/** All recipients bounced before or complained: https://postmarkapp.com/developer/api/overview#error-codes */
const INACTIVE_RECIPIENT = "406";
/** Token, sender signature (400, 401), credits (405), approval (412, 413) and message stream (1235). */
const CONFIG_CODES = ["10", "400", "401", "405", "412", "413", "1235"];
const MAINTENANCE = "100";

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["MessageID"],
  errorPaths: ["Message"],
  judge({ json }) {
    const code = textAt(json, "ErrorCode") ?? "0";
    if (code === INACTIVE_RECIPIENT) return { kind: "recipient_error" };
    if (CONFIG_CODES.includes(code)) return { kind: "config_error" };
    return code === MAINTENANCE ? { kind: "not_processed" } : undefined;
  },
};

/**
 * A mail with some inactive recipients is sent to the others; its `Message` names those. (With none left it is an error, see above.) The
 * addresses are in lower case and end with a period.
 */
function judgeRecipients({ status, json }: VendorResponse, mail: Mail): Verdict | undefined {
  const message = textAt(json, "Message", 4_000) ?? "";
  const [, named] = /will not deliver to these inactive addresses:(.*)$/s.exec(message) ?? [];
  if (status >= 300 || named === undefined) return undefined;
  return acceptedExcept(mail, recipientsNamedIn(mail, named), "inactive at Postmark");
}

/** https://postmarkapp.com/developer/api/email-api#send-a-single-email. Has no idempotency key. */
export const postmark = mailVendor({
  id: "postmark",
  displayName: "Postmark",
  docsUrl: "https://postmarkapp.com/developer/api/email-api",
  rules: RULES,
  // Parameters, also those of invitations: https://postmarkapp.com/support/article/1101-how-do-i-send-calendar-invites-with-postmark
  takes: { typeParameters: true },
  judgeRecipients,
  // https://postmarkapp.com/developer/api/server-api#get-server
  checkOf: (credentials) => ({
    url: `${addressOf(credentials, "https://api.postmarkapp.com")}/server`,
    headers: { "x-postmark-server-token": textOf(credentials, "apiKey") as string },
  }),
  requestOf: (mail, credentials) => ({
    url: `${addressOf(credentials, "https://api.postmarkapp.com")}/email`,
    headers: { "x-postmark-server-token": textOf(credentials, "apiKey") as string },
    json: bodyOf(mail),
  }),
});

function bodyOf(mail: Mail): Record<string, unknown> {
  return {
    From: mailboxText(mail.sender),
    To: mailboxList(mail.to),
    Cc: mailboxList(mail.cc),
    Bcc: mailboxList(mail.bcc),
    ReplyTo: mailboxList(mail.replyTo),
    Subject: mail.subject,
    HtmlBody: mail.html,
    TextBody: mail.text,
    Headers: ifAny(headerPairs(mail).map(([Name, Value]) => ({ Name, Value }))),
    // https://postmarkapp.com/updates/custom-metadata-for-your-emails
    Metadata: mail.customData,
    Attachments: ifAny(
      filesOf(mail).map(({ name, type, base64, contentId }) => ({
        Name: name,
        Content: base64,
        ContentType: type,
        ContentID: contentId === undefined ? undefined : `cid:${contentId}`,
      })),
    ),
  };
}
