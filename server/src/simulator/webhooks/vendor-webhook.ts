import type { ReceiptKind } from "../../providers/receipts/receipt.ts";

/** A request of a vendor before it is signed. */
export type Unsigned = {
  url: string;
  body: string;
  at: Date;
  /** The address of the vendor in the simulator, under which SNS has its certificate. */
  vendorUrl?: string;
};

/** What signing adds to a request: headers, or another body or URL. A request with an empty body is a GET. */
export type Signed = { headers?: Record<string, string>; body?: string; url?: string };

/** What became of a message, before it is written in the vendor's words. */
export type VendorEvent = {
  /** The vendor's id of the message, as the answer to the send had it. */
  messageId: string;
  /** The recipient as the vendor was given it. */
  address: string;
  at: Date;
  /** Different for each event. */
  eventId: string;
};

/** A call by which a vendor checks an address before it reports there. */
export type Handshake = Signed & {
  url: string;
  /** The body of the answer; or the token that the service must have confirmed at the vendor. */
  expects: { body: string } | { token: string };
};

/** How a vendor reports what became of messages: the other side of `providers/receipts/`. */
export type VendorWebhook = {
  /** What `configurations.inboundWebhookSigningKey` of the integration must be. */
  signingKey: string;
  /** The key is one of the credentials, so the integration needs no other. */
  isCredential?: true;
  /** Default: JSON. */
  form?: true;
  /** The body for each kind of event that the vendor reports. */
  bodies: { readonly [Kind in ReceiptKind]?: (event: VendorEvent) => object };
  sign(unsigned: Unsigned): Signed;
  handshake?(unsigned: Omit<Unsigned, "body"> & { vendorUrl: string }): Handshake;
  /** What the vendor serves beside its API, by the path and query; `token`: what the caller has confirmed by the call. */
  pageAt?(path: string): { body: string; token?: string } | undefined;
};

/** Seconds since 1970. */
export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000);
/** For vendors that do not sign. */
export const basicAuth = (key: string): string => `Basic ${Buffer.from(key).toString("base64")}`;
