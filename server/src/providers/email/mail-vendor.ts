import type { CredentialField } from "@tidings/contract";
import { callWithToken, checkByToken } from "../call-with-token.ts";
import { checkVendor } from "../check-vendor.ts";
import { FROM_ADDRESS, SENDER_NAME } from "../common-fields.ts";
import { missingCredential, reachOf } from "../credential.ts";
import type {
  Attachment,
  Credentials,
  EmailMessage,
  IssuedToken,
  Mailbox,
  Provider,
  ProviderIO,
  SendOutcome,
} from "../provider.ts";
import { tokenName } from "../token-cache.ts";
import { callVendor, missingField, type VendorRequest, type VendorRules } from "../vendor-api.ts";
import { fileName } from "./file-name.ts";
import { faultOf } from "./mail-faults.ts";
import { senderOf } from "./mailboxes.ts";

/** The sender, which every vendor needs. */
export const SENDER_FIELDS: readonly CredentialField[] = [{ ...FROM_ADDRESS, isRequired: true }, SENDER_NAME];

export function apiKeyField(help: string): CredentialField {
  return { name: "apiKey", label: "API key", kind: "text", isSecret: true, isRequired: true, help };
}

/** A mail and its sender, from the message or the integration. */
export type Mail = EmailMessage & { sender: Mailbox };

/** What differs between the vendors of e-mail with an HTTP API. */
type MailVendor = Pick<Provider, "id" | "displayName" | "docsUrl"> & {
  rules: VendorRules;
  requestOf(mail: Mail, credentials: Credentials, now: Date): VendorRequest | SendOutcome;
  /** For a vendor with OAuth: requests the access token that is sent as `Authorization: Bearer`, and is a check, too. */
  issueToken?(credentials: Credentials, io: ProviderIO): Promise<IssuedToken | SendOutcome>;
  /** The vendor's cheapest call that needs the credentials and sends nothing. Default method: GET. */
  checkOf?(credentials: Credentials, now: Date): VendorRequest;
};

/** A provider of e-mail: checks credentials and mail, sends the request, reads the response. */
export function mailVendor({
  rules,
  requestOf,
  checkOf,
  issueToken,
  ...about
}: MailVendor): Provider<"email"> {
  return {
    ...about,
    channel: "email",
    fields: rules.fields,
    reaches: (credentials) => reachOf(credentials, "baseUrl"),
    async send(message, credentials, io) {
      const missing = missingField(rules.fields, credentials);
      if (missing) return missingCredential(missing);
      const sender = senderOf(message, credentials);
      if (sender === undefined) return missingCredential("from");
      const request = requestOf({ ...message, sender }, credentials, io.now());
      const fault = faultOf(message, sender);
      if (fault) return fault;
      if ("kind" in request) return request;
      const sending = { credentials, message, request };
      if (!issueToken) return callVendor(rules, sending, io);
      const source = { name: tokenName(about.id, credentials), issue: () => issueToken(credentials, io) };
      return callWithToken(rules, { ...sending, source }, io);
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

/** What vendors take of an attachment; `contentId` makes it an inline image. */
export type AttachedFile = { name: string; type: string; base64: string; contentId?: string };

export function filesOf({ attachments = [] }: EmailMessage): AttachedFile[] {
  return attachments.map(fileOf);
}

function fileOf({ name, mime, bytes, contentId }: Attachment): AttachedFile {
  const file = { name: fileName(name), type: mime, base64: bytes.toString("base64") };
  return contentId === undefined ? file : { ...file, contentId };
}

/** The list itself; undefined when it is empty: some vendors reject empty lists. */
export function ifAny<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** Custom headers as a list of names and values. */
export function headerPairs({ headers = {} }: EmailMessage): [name: string, value: string][] {
  return Object.entries(headers);
}
