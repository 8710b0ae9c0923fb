import type { CredentialField } from "@tidings/contract";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import { requestToken } from "../oauth-token.ts";
import type { Credentials, Mailbox, ProviderIO } from "../provider.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { recipientsNamedIn, refusedBecauseOf } from "./mail-answers.ts";
import { filesOf, headerPairs, ifAny, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";

const FIELDS: readonly CredentialField[] = [
  {
    name: "domain",
    label: "Tenant",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The directory (tenant) ID or a domain of it, such as contoso.onmicrosoft.com; Entra ID, Overview.",
  },
  {
    name: "clientId",
    label: "Client ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The application (client) ID of an app registration with the application permission Mail.Send.",
  },
  {
    name: "secretKey",
    label: "Client secret",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "The value of a client secret; Certificates & secrets of the app registration.",
  },
  ...SENDER_FIELDS,
  BASE_URL,
];

/** https://learn.microsoft.com/en-us/graph/errors, and of Exchange. */
const CONFIG_ERRORS = [
  "ErrorInvalidUser",
  "ErrorAccessDenied",
  "ErrorSendAsDenied",
  "MailboxNotEnabledForRESTAPI",
];

function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status < 400) return undefined;
  const code = textAt(json, "error.code") ?? "";
  return CONFIG_ERRORS.includes(code) ? { kind: "config_error" } : undefined;
}

/** The whole mail is refused; the message may name the recipients. */
function judgeRecipients({ status, json }: VendorResponse, mail: Mail): Verdict | undefined {
  if (status < 400 || textAt(json, "error.code") !== "ErrorInvalidRecipients") return undefined;
  const message = textAt(json, "error.message", 4_000) ?? "";
  return refusedBecauseOf(mail, recipientsNamedIn(mail, message), message);
}

const RULES: VendorRules = { fields: FIELDS, idPaths: [], errorPaths: ["error.message"], judge };

/**
 * https://learn.microsoft.com/en-us/graph/api/user-sendmail: as the user of the sender's address; a 202 has no id. Graph takes
 * either HTML or plain text, and only headers that begin with `X-`. Has no idempotency key.
 */
export const outlook365 = mailVendor({
  id: "outlook365",
  displayName: "Microsoft 365",
  docsUrl: "https://learn.microsoft.com/en-us/graph/api/user-sendmail",
  rules: RULES,
  judgeRecipients,
  issueToken,
  requestOf: (mail, credentials) => ({
    url: `${addressOf(credentials, "https://graph.microsoft.com")}/v1.0/users/${encodeURIComponent(mail.sender.address)}/sendMail`,
    json: { message: messageOf(mail), saveToSentItems: false },
  }),
});

/** https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
function issueToken(credentials: Credentials, io: ProviderIO) {
  const address = addressOf(credentials, "https://login.microsoftonline.com");
  const tenant = encodeURIComponent(textOf(credentials, "domain") as string);
  const form = {
    grant_type: "client_credentials",
    client_id: textOf(credentials, "clientId") as string,
    client_secret: textOf(credentials, "secretKey") as string,
    scope: "https://graph.microsoft.com/.default",
  };
  return requestToken(
    { fields: FIELDS, credentials, request: { url: `${address}/${tenant}/oauth2/v2.0/token`, form } },
    io,
  );
}

const recipient = ({ address, name }: Mailbox) => ({ emailAddress: { address, name } });

/** https://learn.microsoft.com/en-us/graph/api/resources/message */
function messageOf(mail: Mail): Record<string, unknown> {
  const headers = headerPairs(mail).filter(([name]) => /^x-/i.test(name));
  return {
    subject: mail.subject,
    body: { contentType: "HTML", content: mail.html },
    from: recipient(mail.sender),
    toRecipients: mail.to.map(recipient),
    ccRecipients: mail.cc?.map(recipient),
    bccRecipients: mail.bcc?.map(recipient),
    replyTo: mail.replyTo?.map(recipient),
    internetMessageHeaders: ifAny(headers.map(([name, value]) => ({ name, value }))),
    attachments: ifAny(
      filesOf(mail).map(({ name, type, base64, contentId }) => ({
        "@odata.type": "#microsoft.graph.fileAttachment",
        name,
        contentType: type,
        contentBytes: base64,
        isInline: contentId !== undefined,
        contentId,
      })),
    ),
  };
}
