import type { Credentials, HttpCall, HttpResult } from "../src/providers/provider.ts";
import { createCertificates } from "../src/providers/receipts/certificates.ts";
import type { Receipt, ReceiptRules } from "../src/providers/receipts/receipt.ts";
import type { Signed, Unsigned } from "../src/simulator/webhooks/vendor-webhook.ts";

/** What the contract test needs to know about a vendor's receipts. */
export type ReceiptCase = {
  name: string;
  rules: ReceiptRules;
  signingKey: string;
  credentials?: Credentials;
  /** Default: JSON. */
  form?: true;
  /** Signs as the vendor does: the signers of the simulator. Where the vendor has a package, a test compares the two. */
  sign(unsigned: Unsigned): Signed | Promise<Signed>;
  /** The signature has no timestamp, so a request can be repeated; or it does not cover the body. */
  hasNoTimestamp?: true;
  leavesBody?: true;
  /** Fetches of certificates. */
  call?(call: HttpCall): Promise<HttpResult>;
  events: readonly ReceiptEventCase[];
};

/** A body as the vendor documents it, and its receipts without `raw`. */
export type ReceiptEventCase = { name: string; body: object; receipts: readonly Omit<Receipt, "raw">[] };

export const NOW = new Date("2026-08-01T12:00:00Z");
export const RECEIPT_URL =
  "https://tidings.example.com/v2/inbound-webhooks/delivery-providers/6a2f0c5be4b0a1c2d3e4f503/6a2f0c5be4b0a1c2d3e4f507";

/** Certificates as an integration gets them that has none yet. */
export const fetchingBy = (call: NonNullable<ReceiptCase["call"]>) =>
  createCertificates({ call, nowMs: () => 0 }).for({ integrationId: "i1", address: "192.0.2.1" });
