import type { Cluster, Slot } from "./cluster.ts";
import type { Dice } from "./dice.ts";
import type { FalseClock } from "./false-clock.ts";
import type { FaultProxy } from "./fault-proxy.ts";
import type { HistoryClient, Wish } from "./history-client.ts";
import type { Postgres } from "./postgres.ts";
import type { Script, ScriptedProvider } from "./scripted-provider.ts";
import type { Seedling } from "./seeding/patches.ts";
import type { Traffic } from "./world.ts";

/** One row of reliability-facts 9.2. */
export type Scenario = {
  id: string;
  /** As people read it in the table. */
  title: string;
  /** One process with a PostgreSQL of its own, instead of several on one server. */
  isEmbedded?: boolean;
  /** Left out where PostgreSQL is not ours. */
  killsPostgres?: boolean;
  /** A PostgreSQL for this one alone, instead of that of the run. */
  openOwnPostgres?(): Promise<Postgres>;
  /** Where the servers stand, and an embedded PostgreSQL with its data; it is removed in the end. */
  openServersDirectory?(): string;
  /** What this machine has not, without which it cannot be played. */
  lacks?(): string | undefined;
  /** Whose wall clock is `stage.falseClock`. */
  falseClocks?: "workers" | "all";
  /** From any fault to the next acknowledgement and the next delivery. */
  recoversWithinMs?: number;
  /** Left out when time is short: what it looks at takes its time. */
  takesTime?: boolean;
  /** It measures times, or spoils those of others: it has the machine for itself. */
  isMeasured?: boolean;
  apis?: number;
  workers?: number;
  /** In what the servers are different from those of production: leases of seconds, unless it says otherwise. */
  failpoints?: string;
  /** What the servers' Node.js is told. */
  nodeOptions?: string;
  /** The bug that the servers have. */
  seedling?: Seedling;
  perSecond?: number;
  needsCrowd?: boolean;
  /** A fault proxy between the callers and each API. */
  hasCallerNetwork?: boolean;
  /** A database that does not answer may leave a caller without an answer, too. */
  mayHang?: boolean;
  /** How often callers say the same again after it was acknowledged. */
  repeats?: number;
  /** Providers deliver after this time, so that there is a send window to be killed in; or as `script` says. */
  providerMs?: number;
  script?: Script;
  /** Mails go to a mail server, which knows no keys. */
  isMailSmtp?: boolean;
  settleMs?: number;
  wish?: (traffic: Traffic, n: number) => Wish;
  run(stage: Stage): Promise<void>;
};

/** What a scenario has in its hands while callers trigger without a pause. */
export type Stage = {
  readonly cluster: Cluster;
  readonly postgres: Postgres | undefined;
  readonly client: HistoryClient;
  readonly traffic: Traffic;
  readonly mailProvider: ScriptedProvider;
  readonly smsProvider: ScriptedProvider;
  /** Between the servers and their providers. */
  readonly providerNetwork: FaultProxy;
  /** Between the callers and the APIs, where the scenario wants it. */
  readonly callerNetwork: FaultProxy;
  /** The clock of those who have to go by it. */
  readonly falseClock: FalseClock;
  readonly dice: Dice;
  /** How many of something this run is to have: `short` of them when time is short. */
  size(short: number, usual: number, full: number): number;
  say(text: string): void;
  /** Does harm, and puts down when, how long and whether it excuses a message that goes out twice. */
  harm<T>(what: string, isAmbiguous: boolean, work: () => Promise<T>): Promise<T>;
  /** Puts down harm that was done by itself just now. */
  harmed(what: string): void;
  /** Something that must hold, and is no matter of the records. */
  expect(isSo: boolean, what: string): void;
  /** kill -9, and starts it again. */
  kill(slot: Slot): Promise<void>;
  /** The steps of this transaction may end otherwise than delivered. */
  excuse(transactionId: string): void;
  /** Work for when everything is at its end. */
  atRest(look: () => Promise<void> | void): void;
  /** Whatever was done to them, no process may end of it. */
  expectAllAlive(): void;
};

export type Setting = {
  postgres: Postgres;
  dice: Dice;
  seed: number;
  length: "short" | "usual" | "full";
  say(text: string): void;
  /** Where the evidence of each scenario is kept, if anywhere. */
  keep: string | undefined;
};

/** Shorter than those of production, and longer than a busy machine keeps a process waiting. */
export const SHORT_LEASES = "lease_seconds=8,heartbeat_ms=2000";
