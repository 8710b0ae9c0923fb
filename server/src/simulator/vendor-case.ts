import type {
  Credentials,
  MessageOf,
  OutgoingChannel,
  Provider,
  SendOutcome,
} from "../providers/provider.ts";
import type { Received } from "./received.ts";
import type { VendorWebhook } from "./webhooks/vendor-webhook.ts";

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

/**
 * A vendor's API by its documentation: a request and its responses. The contract test of the providers compares the provider with
 * it; the simulator plays the vendor by it.
 */
export type VendorCase<C extends OutgoingChannel = OutgoingChannel> = {
  provider: Provider<C>;
  /** Complete credentials, without `baseUrl`. */
  credentials: Credentials;
  message: MessageOf[C];
  /** The request that the vendor must get: the path with its query, some headers, and the body (JSON, or a form as an object). */
  request: {
    path: string;
    headers: Record<string, string>;
    body: object;
    /** The encoding that the vendor takes, if the headers above state none. */
    encoding?: "json" | "form";
    /** Paths in the body without which the vendor rejects the request. */
    needs?: readonly string[];
    /** The body above, out of an encrypted one. */
    decode?(bytes: Buffer): unknown;
    /** Why the signature of a request is wrong, for vendors whose requests are signed with the credentials above. */
    verify?(received: Received, now: Date): string | undefined;
  };
  /** The answers to calls before the request, such as the one for an access token, by their path. */
  answersBefore?: Record<string, object>;
  /** Why such a call is refused. */
  verifyBefore?(received: Received, now: Date): string | undefined;
  /** The call that tests the credentials, and the vendor's answer to right ones. */
  check?: {
    method: "GET" | "POST";
    path: string;
    headers?: Record<string, string>;
    /** For a check that has the path of a message: its whole body. */
    body?: object;
    /** Default: 200. Some vendors are asked with an incomplete message, which they refuse after they accepted the credentials. */
    status?: number;
    answer: object | string;
  };
  /** For vendors that recognize a repeated message. */
  deduplication?: {
    /** Where the parts of the key are: `headers.idempotency-key`, `body.idempotency_key`. */
    keyAt: readonly string[];
    /** How long the vendor remembers a key. Default: as long as the simulator runs. */
    forMs?: number;
    /** The name of the response to a repeated message. Default: the first answer once more. */
    again?: string;
    /** The name of the response to another body under the same key. Default: as for the same body. */
    otherBody?: string;
  };
  /** How the vendor reports what became of a message; undefined if Tidings reads no receipts of it. */
  webhook?: VendorWebhook;
  /** Beside these, the test sends the responses that are common to all vendors. */
  responses: readonly VendorResponseCase[];
};

/** A case of any channel. */
export type AnyVendorCase = { [C in OutgoingChannel]: VendorCase<C> }[OutgoingChannel];

export const KEY = "abcdefghijklmnopqrstuvwxyz234567";
/** The time of every call. */
export const NOW = new Date("2026-08-01T12:00:00Z");
/** In texts of a message: the address of the vendor, for which the simulator has its own. */
export const VENDOR_ORIGIN = "https://vendor.test";
