import type { CredentialField } from "@tidings/contract";
import { callWithToken, checkByToken } from "../call-with-token.ts";
import { checkVendor } from "../check-vendor.ts";
import { FROM_ADDRESS, SENDER_NAME } from "../common-fields.ts";
import { missingCredential, reachOf } from "../credential.ts";
import type {
  Credentials,
  EmailMessage,
  IssuedToken,
  Mailbox,
  Provider,
  ProviderIO,
  SendOutcome,
} from "../provider.ts";
import { tokenName } from "../token-cache.ts";
import {
  callVendor,
  missingField,
  type VendorRequest,
  type VendorResponse,
  type VendorRules,
  type Verdict,
} from "../vendor-api.ts";
import { eachOnce } from "./each-once.ts";
import { faultOf, type MailFault } from "./mail-faults.ts";
import { type Invitation, type MailFile, type MailParts, partsOf } from "./mail-parts.ts";
import { senderOf } from "./mailboxes.ts";
import { mimeTypeText } from "./mime-type.ts";
import { TAKES_ONE_REPLY_TO } from "./reply-to.ts";
import { withoutSettled } from "./unsettled.ts";

/** The sender, which every vendor needs. */
export const SENDER_FIELDS: readonly CredentialField[] = [{ ...FROM_ADDRESS, isRequired: true }, SENDER_NAME];

export function apiKeyField(help: string): CredentialField {
  return { name: "apiKey", label: "API key", kind: "text", isSecret: true, isRequired: true, help };
}

/** A mail, its sender from the message or the integration, and its parts as the vendor takes them. */
export type Mail = EmailMessage & {
  sender: Mailbox;
  files: readonly FileOfMail[];
  /** Only for vendors that take it. */
  amp?: string;
  /** Only for vendors that take it; for the others, the invitation is one of the files. */
  invitation?: { method: string; text: string };
};

export type FileOfMail = { name: string; type: string; bytes: Buffer; contentId?: string };

/** What a vendor's API takes beside text, HTML and files with a bare type. */
type Takes = {
  /** `text/csv; charset=utf-8` as the type of a file. The others refuse, ignore or do not document parameters, and get `text/csv`. */
  typeParameters?: true;
  /** An AMP part. A mail with such a part is refused by the others. */
  amp?: true;
  /** An invitation as an alternative to the HTML. */
  invitation?: true;
};

/** What differs between the vendors of e-mail with an HTTP API. */
type MailVendor = Pick<Provider, "id" | "displayName" | "docsUrl"> & {
  rules: VendorRules;
  takes?: Takes;
  requestOf(
    mail: Mail,
    credentials: Credentials,
    now: Date,
  ): VendorRequest | SendOutcome | Promise<VendorRequest | SendOutcome>;
  /**
   * The meaning of a response that is about single recipients of the mail (`mail-answers.ts`), for a vendor that has such. Undefined: the
   * rules decide.
   */
  judgeRecipients?(response: VendorResponse, mail: Mail): Verdict | undefined;
  /** For a vendor with OAuth: requests the access token that is sent as `Authorization: Bearer`, and is a check, too. */
  issueToken?(credentials: Credentials, io: ProviderIO): Promise<IssuedToken | SendOutcome>;
  /** The vendor's cheapest call that needs the credentials and sends nothing. Default method: GET. */
  checkOf?(credentials: Credentials, now: Date): VendorRequest;
};

/** A provider of e-mail: checks credentials and mail, sends the request, reads the response. */
export function mailVendor({
  rules,
  takes = {},
  requestOf,
  judgeRecipients,
  checkOf,
  issueToken,
  ...about
}: MailVendor): Provider<"email"> {
  const rulesFor = (mail: Mail): VendorRules =>
    judgeRecipients
      ? { ...rules, judge: (response) => judgeRecipients(response, mail) ?? rules.judge?.(response) }
      : rules;
  return {
    ...about,
    channel: "email",
    fields: rules.fields,
    reaches: (credentials) => reachOf(credentials, "baseUrl"),
    async send(whole, credentials, io) {
      const message = withoutSettled(eachOnce(whole));
      // The last recipients that were waited for got suppressed.
      if (whole.settled && message.to.length === 0) return { kind: "accepted" };
      const missing = missingField(rules.fields, credentials);
      if (missing) return missingCredential(missing);
      const sender = senderOf(message, credentials);
      if (sender === undefined) return missingCredential("from");
      const parts = partsOf(message.attachments);
      const fault = faultOf(message, sender) ?? notTaken({ ...message, ...parts }, about, takes);
      if (fault) return fault;
      const mail = mailOf({ ...message, sender }, parts, takes);
      const request = await requestOf(mail, credentials, io.now());
      if ("kind" in request) return request;
      const sending = { credentials, message, request };
      if (!issueToken) return callVendor(rulesFor(mail), sending, io);
      const source = { name: tokenName(about.id, credentials), issue: () => issueToken(credentials, io) };
      return callWithToken(rulesFor(mail), { ...sending, source }, io);
    },
    ...(issueToken && {
      check: (credentials, io) => checkByToken(rules, credentials, () => issueToken(credentials, io)),
    }),
    ...(checkOf && {
      check: (credentials, io) =>
        checkVendor({ rules, credentials, requestOf: () => checkOf(credentials, io.now()) }, io),
    }),
  };
}

/** What the vendor would drop. */
function notTaken(
  { replyTo = [], amp }: Pick<EmailMessage, "replyTo"> & MailParts,
  { id, displayName }: Pick<Provider, "id" | "displayName">,
  takes: Takes,
): MailFault | undefined {
  if (replyTo.length > 1 && TAKES_ONE_REPLY_TO.has(id)) {
    const reason = `${displayName} takes one reply-to address, and the mail has ${replyTo.length}.`;
    return { kind: "rejected", reason };
  }
  return amp && !takes.amp ? { kind: "rejected", reason: `${displayName} takes no AMP part.` } : undefined;
}

function mailOf(
  message: EmailMessage & { sender: Mailbox },
  { files, amp, invitation }: MailParts,
  takes: Takes,
): Mail {
  const attached: readonly MailFile[] = invitation && !takes.invitation ? [...files, invitation] : files;
  return {
    ...message,
    files: attached.map((file) => fileFor(file, takes)),
    ...(amp ? { amp: amp.bytes.toString() } : {}),
    ...(invitation && takes.invitation ? { invitation: textOf(invitation) } : {}),
  };
}

function fileFor({ name, type, bytes, contentId }: MailFile, { typeParameters }: Takes): FileOfMail {
  const file = { name, type: typeParameters ? mimeTypeText(type) : type.name, bytes };
  return contentId === undefined ? file : { ...file, contentId };
}

function textOf({ method, bytes }: Invitation): NonNullable<Mail["invitation"]> {
  return { method, text: bytes.toString() };
}

/** A file in JSON; `contentId` makes it an inline image. */
export type AttachedFile = { name: string; type: string; base64: string; contentId?: string };

export function filesOf({ files }: Pick<Mail, "files">): AttachedFile[] {
  return files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString("base64") }));
}

/** The list itself; undefined when it is empty: some vendors reject empty lists. */
export function ifAny<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** Custom headers as a list of names and values. */
export function headerPairs({ headers = {} }: EmailMessage): [name: string, value: string][] {
  return Object.entries(headers);
}
