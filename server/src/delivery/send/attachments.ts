import type { Channel } from "@tidings/contract";
import { isJsonObject, type Json, type JsonObject } from "../../foundation/json.ts";
import type { Attachment } from "../../providers/provider.ts";

const MAX_BYTES = 10 * 1024 * 1024;

/**
 * The files of `payload.attachments` for a channel: `{name, file (base64), mime, channels?, cid?}`. They go to the
 * provider and are never part of a message's payload.
 */
export function attachmentsOf({ attachments }: JsonObject, channel: Channel): Attachment[] | undefined {
  if (!Array.isArray(attachments)) return undefined;
  const meant = attachments.filter(isJsonObject).filter(({ channels }) => isMeantFor(channels, channel));
  const files = meant.flatMap(({ name, file, mime, cid }) => {
    if (typeof file !== "string" || file.length > MAX_BYTES * 1.4) return [];
    const bytes = Buffer.from(file, "base64");
    if (bytes.length === 0 || bytes.length > MAX_BYTES) return [];
    const named = { name: textOr(name, "attachment"), mime: textOr(mime, "application/octet-stream"), bytes };
    return [typeof cid === "string" && cid ? { ...named, contentId: cid } : named];
  });
  return files.length > 0 ? files : undefined;
}

function isMeantFor(channels: Json | undefined, channel: Channel): boolean {
  return !Array.isArray(channels) || channels.length === 0 || channels.includes(channel);
}

function textOr(value: Json | undefined, otherwise: string): string {
  return typeof value === "string" && value ? value : otherwise;
}
