import { walkPath } from "../../foundation/json-path.ts";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { labelsOf } from "./custom-data.ts";
import { acceptedExcept, addressesAt, type RecipientList, refusedBecauseOf } from "./mail-answers.ts";
import {
  apiKeyField,
  filesOf,
  headerPairs,
  ifAny,
  type Mail,
  mailVendor,
  SENDER_FIELDS,
} from "./mail-vendor.ts";
import { emailAndName, emailsAndNames, withoutSeparators } from "./mailboxes.ts";

const FIELDS = [
  apiKeyField("An API token of the sending domain; Integrations, API tokens in MailerSend."),
  ...SENDER_FIELDS,
  BASE_URL,
] as const;

/** `errors` has the invalid properties as its keys: https://developers.mailersend.com/general.html#validation-errors */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  // MailerSend answers 421 during maintenance.
  if (status === 421) return { kind: "not_processed" };
  if (status !== 422) return undefined;
  const errors = (json as { errors?: object } | undefined)?.errors ?? {};
  const properties = Object.keys(errors);
  if (properties.some((property) => property.startsWith("from"))) return { kind: "config_error" };
  // MS42225: a trial account has reached its number of recipients.
  const isTrial = (textAt(json, "message", 4_000) ?? "").includes("MS42225");
  return isTrial ? { kind: "config_error" } : undefined;
}

const RECIPIENT = /^(to|cc|bcc)\.(\d+)\.email$/;

/**
 * A 202 may have warnings: mails to suppressed recipients are not sent, also if these are all
 * (https://www.mailersend.com/help/rest-api-response-codes). A 422 refuses the whole mail for the addresses that it names.
 */
function judgeRecipients(response: VendorResponse, mail: Mail): Verdict | undefined {
  const { status, json } = response;
  if (status === 202) {
    const warnings = walkPath(json, ["warnings"]);
    const suppressed = (Array.isArray(warnings) ? warnings : [])
      .filter((warning) => /SUPPRESSED$/.test(textAt(warning, "type") ?? ""))
      .flatMap((warning) => addressesIn(walkPath(warning, ["recipients"])));
    return suppressed.length === 0 ? undefined : acceptedExcept(mail, suppressed, "suppressed at MailerSend");
  }
  const errors = Object.keys((json as { errors?: object } | undefined)?.errors ?? {});
  const named = errors.map((property) => RECIPIENT.exec(property)).filter((found) => found !== null);
  if (status !== 422 || named.length === 0 || judge(response)) return undefined;
  const refused = named.flatMap(([, list, place]) => addressesAt(mail, list as RecipientList, Number(place)));
  return refusedBecauseOf(mail, refused, textAt(json, "message", 4_000) ?? "");
}

function addressesIn(recipients: unknown): string[] {
  return (Array.isArray(recipients) ? recipients : []).flatMap((one) => textAt(one, "email") ?? []);
}

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: [],
  idHeader: "x-message-id",
  errorPaths: ["message"],
  judge,
};

/** https://developers.mailersend.com/api/v1/email.html#send-an-email. Has no idempotency key. */
export const mailersend = mailVendor({
  id: "mailersend",
  displayName: "MailerSend",
  docsUrl: "https://developers.mailersend.com/api/v1/email.html",
  rules: RULES,
  judgeRecipients,
  // https://developers.mailersend.com/general.html#api-quota
  checkOf: (credentials) => ({
    url: `${addressOf(credentials, "https://api.mailersend.com")}/v1/api-quota`,
    headers: { authorization: `Bearer ${textOf(credentials, "apiKey")}` },
  }),
  requestOf: (mail, credentials) => ({
    url: `${addressOf(credentials, "https://api.mailersend.com")}/v1/email`,
    headers: { authorization: `Bearer ${textOf(credentials, "apiKey")}` },
    json: bodyOf(mail),
  }),
});

/** MailerSend takes custom headers only from accounts with a higher plan: it gets those of the trigger, and not our own. */
const OUR_HEADERS = /^(auto-submitted|list-unsubscribe|list-unsubscribe-post)$/i;

/** MailerSend takes five tags; they return in its webhooks. */
const MAX_TAGS = 5;

function bodyOf(mail: Mail): Record<string, unknown> {
  return {
    from: emailAndName(mail.sender),
    to: emailsAndNames(withoutSeparators(mail.to)),
    cc: emailsAndNames(withoutSeparators(mail.cc)),
    bcc: emailsAndNames(withoutSeparators(mail.bcc)),
    reply_to: mail.replyTo?.[0] && emailAndName(mail.replyTo[0]),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    tags: ifAny(labelsOf(mail).slice(0, MAX_TAGS)),
    headers: ifAny(
      headerPairs(mail)
        .filter(([name]) => !OUR_HEADERS.test(name))
        .map(([name, value]) => ({ name, value })),
    ),
    attachments: ifAny(
      filesOf(mail).map(({ name, base64, contentId }) => ({
        filename: name,
        content: base64,
        disposition: contentId === undefined ? "attachment" : "inline",
        id: contentId,
      })),
    ),
  };
}
