import { isUtf8 } from "node:buffer";
import type { Attachment } from "../provider.ts";
import { fileName } from "./file-name.ts";
import { type MimeType, readMimeType } from "./mime-type.ts";

export type MailFile = { name: string; type: MimeType; bytes: Buffer; contentId?: string };
export type Invitation = MailFile & { method: string };

/** What the attachments of a mail are: files, or other forms of its text, of which a mail program shows one (RFC 2046, section 5.1.4). */
export type MailParts = {
  files: readonly MailFile[];
  /** AMP for e-mail: https://amp.dev/documentation/guides-and-tutorials/email/learn/email-spec/amp-email-structure */
  amp?: MailFile;
  /** A calendar object with the parameter `method` (RFC 6047, section 2.4). Without the parameter it is a file. */
  invitation?: Invitation;
};

/** Attachments that were checked (`refusalOfAttachments`). */
export function partsOf(attachments: readonly Attachment[] = []): MailParts {
  const all = attachments.map(fileOf);
  const amp = all.find(isAmp);
  const calendar = all.find(isInvitation);
  const method = calendar?.type.parameters.get("method");
  return {
    files: all.filter((file) => !isAlternative(file)),
    ...(amp ? { amp } : {}),
    ...(calendar && method ? { invitation: { ...calendar, method: method.toUpperCase() } } : {}),
  };
}

const UNKNOWN: MimeType = { name: "application/octet-stream", parameters: new Map() };

function fileOf({ name, mime, bytes, contentId }: Attachment): MailFile {
  const file = { name: fileName(name), type: readMimeType(mime) ?? UNKNOWN, bytes };
  return contentId === undefined ? file : { ...file, contentId };
}

const isAmp = ({ type }: Typed): boolean => type.name === "text/x-amp-html";
const isInvitation = ({ type }: Typed): boolean =>
  type.name === "text/calendar" && Boolean(type.parameters.get("method"));
const isAlternative = (file: Typed): boolean => isAmp(file) || isInvitation(file);

type Typed = Pick<MailFile, "type">;
/** Why an attachment cannot be sent, after the name of the member that is wrong. */
export type AttachmentRefusal = { index: number; member: "mime" | "cid" | "file"; must: string };

export const MAX_ATTACHED_BYTES = 10 * 1024 * 1024;
const CONTENT_ID = /^[\w.@+-]{1,200}$/;
export const NO_MIME_TYPE = "must be a MIME type, such as application/pdf or text/csv; charset=utf-8";

/** The first attachment that cannot be sent; undefined where all can. */
export function refusalOfAttachments(attachments: readonly Attachment[]): AttachmentRefusal | undefined {
  let total = 0;
  const seen: MimeType[] = [];
  for (const [index, attachment] of attachments.entries()) {
    total += attachment.bytes.length;
    if (total > MAX_ATTACHED_BYTES) {
      return { index, member: "file", must: "must not be larger than 10 MB together with those before it" };
    }
    const refusal = refusalOfOne(attachment) ?? refusalOfSecond(attachment, seen);
    if (refusal) return { index, ...refusal };
    const type = readMimeType(attachment.mime);
    if (type) seen.push(type);
  }
  return undefined;
}

type Refusal = Omit<AttachmentRefusal, "index">;

function refusalOfOne({ mime, bytes, contentId }: Attachment): Refusal | undefined {
  const type = readMimeType(mime);
  if (!type) return { member: "mime", must: NO_MIME_TYPE };
  if (type.name.startsWith("multipart/")) return { member: "mime", must: "must not be of several parts" };
  if (contentId !== undefined && !CONTENT_ID.test(contentId)) {
    return { member: "cid", must: "must be 1 to 200 letters, digits and any of . _ @ + -" };
  }
  return isAlternative({ type }) ? refusalOfAlternative(type, bytes) : undefined;
}

/** Such a part is text, which some vendors take as JSON. */
function refusalOfAlternative({ name, parameters }: MimeType, bytes: Buffer): Refusal | undefined {
  const charset = parameters.get("charset") ?? "utf-8";
  if (!/^(utf-?8|us-ascii)$/i.test(charset) || !isUtf8(bytes)) {
    return { member: "file", must: `must be UTF-8 where its type is ${name}` };
  }
  return undefined;
}

/** A mail has one AMP part and one invitation. */
function refusalOfSecond({ mime }: Attachment, seen: readonly MimeType[]): Refusal | undefined {
  const type = readMimeType(mime);
  if (!type || !isAlternative({ type })) return undefined;
  const isSecond = seen.some((other) => isAlternative({ type: other }) && other.name === type.name);
  return isSecond ? { member: "mime", must: `must be ${type.name} only once in a mail` } : undefined;
}
