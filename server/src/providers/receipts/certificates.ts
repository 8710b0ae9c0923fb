import type { HttpCall, HttpResult } from "../provider.ts";
import {
  type CertificateCache,
  createCertificateCache,
  type FetchCertificate,
  putAtEnd,
} from "./certificate-cache.ts";
import { createLookUpLimit } from "./look-up-limit.ts";

/** The integration that a receipt is for, and the address that it came from (`client-address.ts`). */
type Origin = { integrationId: string; address: string };
export type Certificates = { for(origin: Origin): FetchCertificate };

type Parts = {
  /** HTTP with the outbound guard, which bounds the answer to 64 KiB and 15 s. */
  call: (call: HttpCall) => Promise<HttpResult>;
  /** Monotonic time in milliseconds. */
  nowMs: () => number;
};

/** The integration whose certificates were used longest ago loses them; they are fetched again. */
const MAX_INTEGRATIONS = 1_000;

/**
 * The certificates of vendors, cached for each integration apart. Look-ups are limited by the address that a receipt came from, and by
 * nothing that several addresses share: the requests of a stranger cannot use up the look-ups of the vendor.
 */
export function createCertificates(parts: Parts): Certificates {
  const caches = new Map<string, CertificateCache>();
  const limit = createLookUpLimit(parts.nowMs);
  return {
    for:
      ({ integrationId, address }) =>
      (url, reading) => {
        const cache = caches.get(integrationId) ?? createCertificateCache(parts);
        putAtEnd(caches, integrationId, { value: cache, max: MAX_INTEGRATIONS });
        return cache.get(url, reading, (lookUp) => limit.attempt(address, lookUp));
      },
  };
}
