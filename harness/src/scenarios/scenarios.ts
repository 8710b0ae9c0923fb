import type { Scenario } from "../scenario.ts";
import { campaignOfKills } from "./campaign/campaign.ts";
import { skewedDatabaseClock, skewedWorkerClocks } from "./clock-skew.ts";
import { badNetwork, postgresDeaths } from "./database-faults.ts";
import { longOutage, lostConnections } from "./database-outages.ts";
import { apiDeaths, workerDeaths } from "./failpoints.ts";
import { fallbackPairs, refusedFallback } from "./fallback-pairs.ts";
import { fullDisk, fullDiskEmbedded } from "./full-disk.ts";
import { hostileProviders } from "./hostile-providers.ts";
import { bigTopic, throttleBurst, workerCounts } from "./load.ts";
import { missedNotifications } from "./missed-notifications.ts";
import { noisy } from "./noisy.ts";
import { frozenWorkers, gracefulShutdowns } from "./pauses.ts";
import { poisonJob } from "./poison.ts";
import { badProviders } from "./provider-faults.ts";
import { breaker, slowProvider, tooManyRequests } from "./provider-rate-limits.ts";
import { deletedWhileRunning, deletionRaces } from "./races.ts";
import { embeddedKills, killsWhileMailing, randomKills } from "./random-kills.ts";
import { slowAndBrokenClients } from "./slow-and-broken-clients.ts";
import { upgrade } from "./upgrade.ts";

/** All scenarios, in the order in which they run: the longest first. */
export const SCENARIOS: readonly Scenario[] = [
  workerDeaths,
  badProviders,
  embeddedKills,
  killsWhileMailing,
  randomKills,
  apiDeaths,
  postgresDeaths,
  longOutage,
  lostConnections,
  fullDisk,
  fullDiskEmbedded,
  badNetwork,
  missedNotifications,
  skewedWorkerClocks,
  skewedDatabaseClock,
  frozenWorkers,
  gracefulShutdowns,
  tooManyRequests,
  fallbackPairs,
  refusedFallback,
  slowProvider,
  breaker,
  hostileProviders,
  poisonJob,
  slowAndBrokenClients,
  upgrade,
  deletionRaces,
  deletedWhileRunning,
  workerCounts,
  throttleBurst,
  bigTopic,
  campaignOfKills,
  noisy,
];
