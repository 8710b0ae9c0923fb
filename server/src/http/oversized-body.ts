import { readable } from "@tidings/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../foundation/app-error.ts";

/** Four times the largest limit of a body; one that is longer still is a mistake or an attack. */
const DISCARDED_BYTES = 16 * 1024 * 1024;

export function isOversized(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "FST_ERR_CTP_BODY_TOO_LARGE";
}

/** The error for the response: it names the size of the body and its limit. */
export function oversized({ headers, routeOptions }: FastifyRequest): AppError {
  const length = headers["content-length"];
  const size = length === undefined ? "more bytes than allowed" : `${readable(Number(length))} bytes`;
  return new AppError("too_large", `body has ${size}; the limit is ${readable(routeOptions.bodyLimit)}`);
}

/**
 * Reads the rest of a refused body and discards it, up to 16 MiB, whatever length is announced; the connection stays open. The
 * framework would close it at once, and a client that is still sending then gets an error of its connection instead of the
 * response (RFC 9112, section 9.6).
 */
export function discardRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader("connection");
  let bytes = 0;
  raw.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DISCARDED_BYTES) raw.socket.destroy();
  });
}
