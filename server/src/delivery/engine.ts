import type { Database } from "../database/database.ts";
import type { Log } from "../foundation/log.ts";
import type { ChargeLoop } from "../foundation/loop-time.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { ProviderIO } from "../providers/provider.ts";
import type { Providers } from "../providers/providers.ts";
import type { Templates } from "../templates/templates.ts";
import type { VersionCache } from "../workflows/version-cache.ts";
import type { Breakers } from "./send/circuit-breakers.ts";

/** What the engine is built from; `service.ts` makes it once. */
export type Engine = {
  /** Who holds what it took: each process is another one. */
  readonly workerId: number;
  readonly database: Database;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly integrations: IntegrationStore;
  readonly providers: Providers;
  readonly io: ProviderIO;
  readonly breakers: Breakers;
  readonly templates: Templates;
  readonly versions: VersionCache;
  /** Work came due: the worker of this process looks for it now. */
  readonly wakeWorker?: () => void;
  /** Workers take nothing for now: the store was restored from a backup. Looked at before each claim. */
  readonly isHeld?: () => boolean;
  /** Takes the main-thread time of work for an environment, so that load shedding knows who strains the event loop. */
  readonly chargeLoop?: ChargeLoop;
};
