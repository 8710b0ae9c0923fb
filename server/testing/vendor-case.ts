import type {
  Credentials,
  MessageOf,
  OutgoingChannel,
  Provider,
  SendOutcome,
} from "../src/providers/provider.ts";

/** One response of the vendor, as its documentation shows it, and the outcome that follows. */
export type VendorResponseCase = {
  name: string;
  status: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: object | string;
  outcome: SendOutcome["kind"];
  /** The provider's id of an accepted message. */
  id?: string;
  /** A part of the reason. */
  reason?: string;
  retryAfterMs?: number;
  isThrottled?: true;
  /** Device tokens that the vendor calls invalid. */
  invalidTokens?: string[];
};

/** What the contract test of the vendors needs to know about one of them. */
export type VendorCase<C extends OutgoingChannel = OutgoingChannel> = {
  provider: Provider<C>;
  /** Complete credentials, without `baseUrl`. */
  credentials: Credentials;
  message: MessageOf[C];
  /** The answers to calls before the request, such as the one for an access token, by their path. */
  answersBefore?: Record<string, object>;
  /** The request that the vendor must get: the path with its query, some headers, and the body (JSON, or a form as an object). */
  request: { path: string; headers: Record<string, string>; body: object };
  /** The call that tests the credentials, and the vendor's answer to right ones. */
  check?: { method: "GET" | "POST"; path: string; answer: object };
  /** Beside these, the test sends the responses that are common to all vendors. */
  responses: readonly VendorResponseCase[];
};

/** A case of any channel. */
export type AnyVendorCase = { [C in OutgoingChannel]: VendorCase<C> }[OutgoingChannel];

export const KEY = "abcdefghijklmnopqrstuvwxyz234567";
/** The time of every call. */
export const NOW = new Date("2026-08-01T12:00:00Z");
