import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { accepts } from "./accepts.ts";

/** A file in memory, also compressed; the preferred encoding first. */
export type StoredFile = {
  readonly type: string;
  readonly bytes: Buffer;
  readonly encoded: ReadonlyMap<string, Buffer>;
  readonly tag: string;
};

export function storedFile(type: string, bytes: Buffer, encoded: ReadonlyMap<string, Buffer>): StoredFile {
  return { type, bytes, encoded, tag: createHash("sha256").update(bytes).digest("base64url") };
}

/** Sends the file in the best encoding that the client accepts, or 304 if the client has it. */
export function sendStoredFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, encoded, tag }: StoredFile,
): FastifyReply {
  const encoding = [...encoded.keys()].find((name) => accepts(headers["accept-encoding"], name));
  const entityTag = `"${tag}${encoding ? `-${encoding}` : ""}"`;
  reply.headers({ etag: entityTag, vary: "accept-encoding" }).type(type);
  if (headers["if-none-match"]?.includes(entityTag)) return reply.code(304).send();
  if (!encoding) return reply.send(bytes);
  return reply.header("content-encoding", encoding).send(encoded.get(encoding));
}
