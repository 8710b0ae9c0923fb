import type { HttpCall, HttpResult } from "../provider.ts";
import { type CertificateShelf, createShelf, type FetchCertificate, putAtEnd } from "./certificate-shelf.ts";
import { createLookUpLimit } from "./look-up-limit.ts";

/** Who asks: the integration that a request is for, and the address that it came from (`client-address.ts`). */
type Asking = { integrationId: string; address: string };
export type Certificates = { for(asking: Asking): FetchCertificate };

type Parts = {
  /** HTTP with the outbound guard, which bounds the answer to 64 KiB and 15 s. */
  call: (call: HttpCall) => Promise<HttpResult>;
  /** Monotonic time in milliseconds. */
  nowMs: () => number;
};

/** The certificates of the integration that was asked for longest ago are dropped, and fetched again. */
const MAX_INTEGRATIONS = 1_000;

/**
 * The certificates of vendors, kept for each integration apart. What has to be fetched is limited by the address that asks, and by
 * nothing that several addresses share: a stranger cannot use up what the vendor needs.
 */
export function createCertificates(parts: Parts): Certificates {
  const shelves = new Map<string, CertificateShelf>();
  const limit = createLookUpLimit(parts.nowMs);
  return {
    for:
      ({ integrationId, address }) =>
      (url, reading) => {
        const shelf = shelves.get(integrationId) ?? createShelf(parts);
        putAtEnd(shelves, integrationId, { value: shelf, max: MAX_INTEGRATIONS });
        return shelf.get(url, reading, (lookUp) => limit.attempt(address, lookUp));
      },
  };
}
