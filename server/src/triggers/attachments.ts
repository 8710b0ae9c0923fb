import type { Channel } from "@tidings/contract";
import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";
import type { Attachment } from "../providers/provider.ts";

/**
 * The files of `payload.attachments` for a channel: `{name, file (base64), mime, channels?, cid?}`. They go to the
 * provider and are never part of a message's payload.
 */
export function attachmentsOf({ attachments }: JsonObject, channel: Channel): Attachment[] | undefined {
  if (!Array.isArray(attachments)) return undefined;
  const meant = attachments.filter(isJsonObject).filter(({ channels }) => isMeantFor(channels, channel));
  const files = meant.map(attachmentOf).filter(({ bytes }) => bytes.length > 0);
  return files.length > 0 ? files : undefined;
}

/** One attachment; without bytes where `file` is no text. */
export function attachmentOf({ name, file, mime, cid }: JsonObject): Attachment {
  const bytes = Buffer.from(typeof file === "string" ? file : "", "base64");
  const named = { name: textOr(name, "attachment"), mime: textOr(mime, "application/octet-stream"), bytes };
  return typeof cid === "string" && cid ? { ...named, contentId: cid } : named;
}

export function isMeantFor(channels: Json | undefined, channel: Channel): boolean {
  return !Array.isArray(channels) || channels.length === 0 || channels.includes(channel);
}

function textOr(value: Json | undefined, otherwise: string): string {
  return typeof value === "string" && value ? value : otherwise;
}
