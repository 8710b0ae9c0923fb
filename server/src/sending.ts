import { createPauses } from "./delivery/rates/pauses.ts";
import { createBreakers } from "./delivery/send/circuit-breakers.ts";
import type { Time } from "./foundation/clock.ts";
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
  time: Time;
  log: Log;
};

/** The parts that calls to providers need: the network behind its guard, the registry, circuit breakers and health. */
export function createSending({ settings, store, time, log }: Parts) {
  const outbound = createOutbound({ allow: parseOutboundAllow(settings.outboundAllow), time });
  const outbox = createOutbox(store.outboxDirectory);
  const providers = createProviders(time);
  const { request, resolve, now, checkDestination } = outbound;
  const tokens = createTokenCache(time.monotonicMs);
  const io: ProviderIO = { request, resolve, now, keepMail: outbox.keepMail, tokens };
  const health = createHealthRecorder({ database: store.databases.work, log, time });
  const close = async () => {
    providers.close();
    outbound.close();
    await health.close();
  };
  const known = { breakers: createBreakers(time), pauses: createPauses(time) };
  return { outbox, providers, io, checkDestination, ...known, health, close };
}
