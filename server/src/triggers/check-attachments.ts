import { CHANNELS } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";
import { NO_MIME_TYPE, refusalOfAttachments } from "../providers/email/mail-parts.ts";
import { attachmentOf, isMeantFor } from "./attachments.ts";
import { type Rules, text } from "./override-rules.ts";

/** An attachment and its place in the list. */
type Item = { item: JsonObject; index: number };

/**
 * The error of `payload.attachments` that mails cannot have; undefined where they can. An attachment is an item with a file or a type: a
 * workflow may also have a list of that name for its texts, of which nothing is sent.
 */
export function attachmentsError({ attachments }: JsonObject): AppError | undefined {
  if (!Array.isArray(attachments)) return undefined;
  const items = attachments.flatMap((item, index) => (isAttachment(item) ? [{ item, index }] : []));
  const problem = wrongMember(items) ?? wrongPart(items);
  if (!problem) return undefined;
  const path = `payload.attachments.${problem.index}.${problem.member}`;
  const errors = { [path]: { messages: [`${path} ${problem.reason}`] } };
  return new AppError("invalid", "Validation failed", { errors });
}

function isAttachment(item: Json): item is JsonObject {
  return isJsonObject(item) && (Object.hasOwn(item, "file") || Object.hasOwn(item, "mime"));
}

type Problem = { index: number; member: string; reason: string };

const BASE64 = "must be the bytes of a file in base64";
const CHANNEL_NAMES: ReadonlySet<unknown> = new Set(CHANNELS);

/** The members of an attachment. Except `file`, one that is null is not set. */
const RULES: Rules = {
  file: (value) => (isBase64(value) ? undefined : BASE64),
  mime: (value) => (value === "" ? NO_MIME_TYPE : text(value)),
  name: text,
  cid: text,
  channels: (value) =>
    Array.isArray(value) && value.every((one) => CHANNEL_NAMES.has(one))
      ? undefined
      : `must be a list of any of ${CHANNELS.join(", ")}`,
};

function wrongMember(items: readonly Item[]): Problem | undefined {
  for (const { item, index } of items) {
    for (const [member, rule] of Object.entries(RULES)) {
      const value = item[member] ?? null;
      const reason = value === null && member !== "file" ? undefined : rule(value);
      if (typeof reason === "string") return { index, member, reason };
    }
  }
  return undefined;
}

/** Node.js decodes any text and leaves out what is not base64: the head of a `data:` URL would become a part of the file. */
function isBase64(value: Json): boolean {
  // Fewer than two characters are no byte.
  if (typeof value !== "string" || !/[\w+/-]\s*[\w+/-]/.test(value)) return false;
  return !/[^A-Za-z0-9+/_=\s-]/.test(value) && !/=\s*[^=\s]/.test(value);
}

/** What a mail cannot have among its parts. */
function wrongPart(items: readonly Item[]): Problem | undefined {
  const ofMails = items.filter(({ item }) => isMeantFor(item.channels, "email"));
  const refusal = refusalOfAttachments(ofMails.map(({ item }) => attachmentOf(item)));
  const refused = refusal && ofMails[refusal.index];
  return refused && { index: refused.index, member: refusal.member, reason: refusal.must };
}
