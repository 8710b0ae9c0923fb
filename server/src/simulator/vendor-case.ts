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
  /** Its quota of a day or longer is used up. */
  isQuotaUsedUp?: true;
  /** Device tokens that the vendor calls invalid. */
  invalidTokens?: string[];
  /** The recipients that the vendor refused beside others; undefined for one that it does not name. */
  refused?: (string | undefined)[];
};

/** `any`: the vendor reads no content type. */
export type Encoding = "json" | "form" | "any";

/**
 * A request for a message. What the provider sends is compared with `path`, `headers` and `body` by the contract test. The simulator
 * demands what the vendor demands: the path, the credentials in all three, the encoding and the needs.
 */
export type StatedRequest = {
  /** With its query. */
  path: string;
  /** Some of the headers. */
  headers: Record<string, string>;
  /** JSON, or a form as an object. */
  body: object;
  /** The encodings that the vendor takes, if the headers above state none. */
  encoding?: Encoding | readonly Encoding[];
  /** Paths in the body without which the vendor rejects the request; of `a|b`, one suffices. */
  needs?: readonly string[];
  /** Parameters of the query, and headers, without which the vendor rejects the request. */
  needsQuery?: readonly string[];
  needsHeaders?: readonly string[];
  /** The body above, out of an encrypted, compressed or nested one. */
  decode?(bytes: Buffer): unknown;
  /** Why the signature of a request is wrong, for vendors whose requests are signed with the credentials above. */
  verify?(received: Received, now: Date): string | undefined;
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
  request: StatedRequest & {
    /** Other requests that the vendor takes for the same message; what they leave out is as above. */
    alsoTakes?: readonly Partial<StatedRequest>[];
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
  /** The body of a response, where it depends on the request: Expo answers with a ticket for each device. */
  bodyFor?(documented: object, received: Received): object;
  /** The name of the response to a request without this need; `*` is any other. Default: the first that is `rejected`. */
  refusals?: Readonly<Record<string, string>>;
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
