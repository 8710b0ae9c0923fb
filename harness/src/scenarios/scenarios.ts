import type { Scenario } from "../stage.ts";
import { bigTopic, throttleRush, workerCounts } from "./crowds.ts";
import { badNetwork, postgresDeaths } from "./database-faults.ts";
import { longOutage, lostConnections } from "./database-outages.ts";
import { deafWorkers } from "./deaf-workers.ts";
import { apiDeaths, workerDeaths } from "./failpoints.ts";
import { falseDatabaseClock, falseWorkerClocks } from "./false-clocks.ts";
import { fullDisk, fullDiskEmbedded } from "./full-disk.ts";
import { hostileProviders } from "./hostile-providers.ts";
import { noisy } from "./noisy.ts";
import { frozenWorkers, politeEnds } from "./pauses.ts";
import { poisonJob } from "./poison.ts";
import { badProviders } from "./provider-faults.ts";
import { breaker, slowProvider, tooManyRequests } from "./provider-manners.ts";
import { deletionRaces, vanishing } from "./races.ts";
import { embeddedKills, killsWhileMailing, randomKills } from "./random-kills.ts";
import { rudeCallers } from "./rude-callers.ts";

/** THE list, in the order in which they are played: the longest begin. */
export const SCENARIOS: readonly Scenario[] = [
  workerDeaths,
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
  deafWorkers,
  falseWorkerClocks,
  falseDatabaseClock,
  frozenWorkers,
  politeEnds,
  badProviders,
  tooManyRequests,
  slowProvider,
  breaker,
  hostileProviders,
  poisonJob,
  rudeCallers,
  deletionRaces,
  vanishing,
  workerCounts,
  throttleRush,
  bigTopic,
  noisy,
];
