import { createBreakers } from "./delivery/send/circuit-breakers.ts";
import type { Clock } from "./foundation/clock.ts";
import type { Log } from "./foundation/log.ts";
import type { Settings } from "./foundation/settings.ts";
import { createHealthRecorder } from "./integrations/health/health-recorder.ts";
import { parseOutboundAllow } from "./outbound/allow-list.ts";
import { createOutbound } from "./outbound/outbound.ts";
import { createOutbox } from "./outbound/outbox.ts";
import type { ProviderIO } from "./providers/provider.ts";
import { createProviders } from "./providers/providers.ts";
import { createTokenCache } from "./providers/token-cache.ts";
import type { Store } from "./store.ts";

type Parts = {
  settings: Pick<Settings, "outboundAllow">;
  store: Pick<Store, "databases" | "outboxDirectory">;
  clock: Clock;
  log: Log;
};

/** The parts that calls to providers need: the network behind its guard, the registry, circuit breakers and health. */
export function createSending({ settings, store, clock, log }: Parts) {
  const outbound = createOutbound({ allow: parseOutboundAllow(settings.outboundAllow), clock });
  const outbox = createOutbox(store.outboxDirectory);
  const providers = createProviders();
  const { request, resolve, now, checkDestination } = outbound;
  const io: ProviderIO = { request, resolve, now, keepMail: outbox.keepMail, tokens: createTokenCache() };
  const health = createHealthRecorder({ database: store.databases.work, log, now });
  const close = async () => {
    providers.close();
    outbound.close();
    await health.close();
  };
  return { outbox, providers, io, checkDestination, breakers: createBreakers(), health, close };
}
