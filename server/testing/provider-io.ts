import { systemTime } from "../src/foundation/clock.ts";
import type { ProviderIO } from "../src/providers/provider.ts";
import { createTokenCache } from "../src/providers/token-cache.ts";

/** What providers call in tests: the given network, an empty token cache, and an outbox that keeps nothing. */
export function providerIo(
  network: Pick<ProviderIO, "request" | "resolve" | "now">,
  more: Partial<ProviderIO> = {},
): ProviderIO {
  const { request, resolve, now } = network;
  return {
    request,
    resolve,
    now,
    keepMail: async () => "",
    tokens: createTokenCache(systemTime.monotonicMs),
    ...more,
  };
}
