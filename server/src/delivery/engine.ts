import type { Database } from "../database/database.ts";
import type { Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import type { ChargeLoop } from "../foundation/loop-time.ts";
import type { InboxHints } from "../inbox/inbox-hints.ts";
import type { HealthRecorder } from "../integrations/health/health-recorder.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { UnsubscribeUrl } from "../preferences/unsubscribe-token.ts";
import type { ProviderIO } from "../providers/provider.ts";
import type { Providers } from "../providers/providers.ts";
import type { PrepareMail } from "../templates/prepare-mail.ts";
import type { Templates } from "../templates/templates.ts";
import type { VersionCache } from "../workflows/version-cache.ts";
import type { Pauses } from "./rates/pauses.ts";
import type { Breakers } from "./send/circuit-breakers.ts";

/** The parts of the engine; `service.ts` creates them once. */
export type Engine = {
  /** The owner of claims: each process has another id. */
  readonly workerId: number;
  readonly time: Time;
  readonly database: Database;
  /**
   * Whether to wait no longer for a database that does not answer while something is stored; by default after ten seconds, because
   * what was claimed is claimed again.
   */
  readonly isGivenUp?: () => boolean;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly integrations: IntegrationStore;
  readonly providers: Providers;
  readonly io: ProviderIO;
  readonly breakers: Breakers;
  /** Until when providers asked not to be called. */
  readonly pauses: Pauses;
  readonly health: HealthRecorder;
  readonly templates: Templates;
  readonly prepareMail: PrepareMail;
  /** Undefined where the address of the API is not set: mails have no link to unsubscribe. */
  readonly unsubscribeUrl?: UnsubscribeUrl | undefined;
  readonly versions: VersionCache;
  /** Wakes the worker of this process, because work has become due. */
  readonly wakeWorker?: () => void;
  /** Notifies the connections of inboxes of new messages. */
  readonly inboxHints?: InboxHints;
  /** True while workers must not claim: the store was restored from a backup. Checked before each claim. */
  readonly isHeld?: () => boolean;
  /**
   * Charges main-thread time to an environment, so that load shedding knows which environments block the event loop.
   */
  readonly chargeLoop?: ChargeLoop;
};
