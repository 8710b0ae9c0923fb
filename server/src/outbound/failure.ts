import type { HttpResult } from "../providers/provider.ts";
import { DeadlinePassed } from "./deadlines.ts";
import type { Refusal } from "./guard.ts";

/** The guard or the resolver refused the name during the connect. */
export class RefusedAtConnect extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** Sentences by code: Node's own messages contain addresses, which must not be shown. */
const SENTENCES: Record<string, string> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed",
  ENETUNREACH: "the network is unreachable",
  EHOSTUNREACH: "the host is unreachable",
  ETIMEDOUT: "the connection timed out",
  EMFILE: "too many open connections",
  ENFILE: "too many open connections",
  HPE_HEADER_OVERFLOW: "the headers of the answer are too large",
};

/**
 * `unreachable` guarantees that nothing was sent, so that a retry with another provider cannot duplicate a message; it is
 * only returned when no connection (including TLS) was established.
 */
export function failureOf(error: unknown, wasConnected: boolean): HttpResult {
  if (error instanceof RefusedAtConnect) return error.refusal;
  return { kind: wasConnected ? "broken" : "unreachable", reason: sentenceOf(error) };
}

function sentenceOf(error: unknown): string {
  if (error instanceof DeadlinePassed) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known = SENTENCES[code];
  if (known) return known;
  if (code.startsWith("HPE_")) return `the answer is not HTTP (${code})`;
  if (/CERT|SSL|TLS|VERIFY|SIGNED/.test(code)) return `TLS failed (${code})`;
  return code === "" ? "the connection failed" : `the connection failed (${code})`;
}
