import type { IncomingHttpHeaders } from "node:http";
import type { Credentials, HttpCall, HttpResult } from "../provider.ts";
import type { FetchCertificate } from "./certificate-cache.ts";

/**
 * What a vendor reports about a message.
 * - delivered: the recipient's server or telephone has it.
 * - deferred: not delivered yet; the vendor tries again.
 * - bounced: the recipient's server refused it.
 * - failed: the vendor gave it up or did not send it.
 * - complained: the recipient marked it as spam.
 * - unsubscribed: the recipient unsubscribed at the vendor.
 * - opened, clicked: the recipient opened it, or followed one of its links.
 */
export type ReceiptKind =
  | "delivered"
  | "deferred"
  | "bounced"
  | "failed"
  | "complained"
  | "unsubscribed"
  | "opened"
  | "clicked";

/** One event of a vendor, in the same form for all vendors. */
export type Receipt = {
  /** The vendor's id of the message, as `send` returned it. */
  providerMessageId: string;
  kind: ReceiptKind;
  /** True when further messages to this address would fail, too: a hard bounce, a complaint, an invalid number. */
  isPermanent?: boolean;
  /** The vendor's time of the event. */
  at?: Date;
  /** The recipient that the event is about. */
  address?: string;
  /** The vendor's reason for a failure. */
  reason?: string;
  /** The vendor's id of the event; the same when the vendor sends the event again. */
  eventId?: string;
  /** The event as the vendor sent it. */
  raw: unknown;
};

/** A vendor's request, before its signature is checked. */
export type ReceiptRequest = {
  method: "GET" | "POST";
  /** The address that the vendor called, with its query. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The bytes as sent; a signature covers them. */
  body: Buffer;
  /** The body's JSON or form fields; without a body, the fields of the query. Undefined when it cannot be read. */
  content: unknown;
};

export type Verification = {
  request: ReceiptRequest;
  /** `configurations.inboundWebhookSigningKey` of the integration. */
  signingKey: string | undefined;
  credentials: Credentials;
  now: Date;
  /** HTTP with the outbound guard. */
  call: (call: HttpCall) => Promise<HttpResult>;
  /** Certificates of the vendor, kept for this integration. */
  fetchCertificate: FetchCertificate;
};

/** A signature and the events that it does not cover. */
type LooseSignature = { signature: string; events: unknown };

/** How a vendor's requests are verified and read. Pure, except where a vendor's certificate must be fetched. */
export type ReceiptRules = {
  /** What `inboundWebhookSigningKey` contains, and where the vendor shows it. */
  readonly signingKey: { readonly label: string; readonly help: string };
  /** The credential that serves as the signing key if no other is configured. */
  readonly fallbackField?: string;
  /**
   * Whether the vendor signed this request recently. False also for a malformed key or signature.
   * @throws UnjudgedReceipt when what it needs from elsewhere cannot be fetched.
   */
  verify(verification: Verification & { signingKey: string }): boolean | Promise<boolean>;
  /** The events of a verified request; events that are of no interest are left out. */
  receiptsIn(content: unknown): Receipt[];
  /**
   * For a vendor whose signature does not cover the events: the signature of a verified request, and its events. The same signature is
   * accepted again with the same events only, as when the vendor repeats the request.
   */
  looseSignature?(content: unknown): LooseSignature;
  /**
   * The answer to a request by which the vendor checks the address; undefined for all other requests.
   * @throws UnjudgedReceipt as `verify`.
   */
  handshake?(
    verification: Verification & { signingKey: string },
  ): string | undefined | Promise<string | undefined>;
};
