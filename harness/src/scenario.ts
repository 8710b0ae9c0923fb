import type { Cluster, Slot } from "./cluster.ts";
import type { Control } from "./control.ts";
import type { FaultProxy } from "./fault-proxy.ts";
import type { HistoryClient, TriggerRequest } from "./history-client.ts";
import type { Postgres } from "./postgres.ts";
import type { Random } from "./random.ts";
import type { Script, ScriptedProvider } from "./scripted-provider.ts";
import type { SeededBug } from "./seeding/patches.ts";
import type { SkewedClock } from "./skewed-clock.ts";
import type { SyncedLog } from "./synced-log.ts";
import type { WaitUntil } from "./waiting.ts";
import type { Traffic } from "./workload.ts";

/** One kind of fault, run against a cluster under load. */
export type Scenario = {
  id: string;
  /** For the table of results. */
  title: string;
  /** Runs one process with an embedded PostgreSQL, instead of several processes on one server. */
  isEmbedded?: boolean;
  /** Starts a PostgreSQL for this scenario only, which it may kill, instead of the one of the run. */
  openOwnPostgres?(): Promise<Postgres>;
  /** Makes the working directory of the servers, which has the data of an embedded PostgreSQL; removed at the end. */
  openServersDirectory?(): string;
  /** Builds another version of the program, with which all processes start. @returns its path. */
  openProgram?(): Promise<string>;
  /** The reason why this machine cannot run the scenario. */
  unsupported?(): string | undefined;
  /** The processes that use `testBed.skewedClock`. */
  skewedClocks?: "workers" | "all";
  /** Limit for the time from any fault to the next acknowledgement and to the next delivery, on an idle machine. */
  recoversWithinMs?: number;
  /** Skipped in a short run. */
  takesTime?: boolean;
  /** Measures times, or disturbs measurements of other scenarios. */
  runsAlone?: boolean;
  apis?: number;
  workers?: number;
  /** Of jobs, on an idle machine; default SHORT_LEASE_SECONDS. */
  leaseSeconds?: number;
  /** Added to TIDINGS_FAILPOINT of the servers. */
  failpoints?: string;
  /** NODE_OPTIONS of the servers. */
  nodeOptions?: string;
  /** The bug that is seeded into the servers. */
  seededBug?: SeededBug;
  perSecond?: number;
  needsCrowd?: boolean;
  /** Puts a fault proxy between the client and each API. */
  hasClientNetwork?: boolean;
  /** Client timeouts are allowed, because the database may not answer. */
  mayHang?: boolean;
  /** The share of acknowledged triggers that the client sends again. */
  repeats?: number;
  /** Delay of the providers' answers, so that a kill can hit the time of sending. */
  providerMs?: number;
  /** Replaces `providerMs`. */
  script?: Script;
  /** Emails go to a mail server, which does not deduplicate. */
  isMailSmtp?: boolean;
  /** The provider of SMS delivers once per key, and is called "keyed". */
  isSmsKeyed?: boolean;
  /** Opens further providers, and connects them before the client starts. */
  openProviders?(place: { cluster: Cluster; log: SyncedLog }): Promise<readonly ScriptedProvider[]>;
  /** Those of them that deliver once per key, as calls name them. */
  deduplicating?: readonly string[];
  /** Calls in progress that each of them may have, where its integration has a rate. */
  concurrency?: Readonly<Record<string, number>>;
  /** Limit for the time until all work is done, on an idle machine; default 60 s. */
  settleMs?: number;
  nextTrigger?: (traffic: Traffic, n: number) => TriggerRequest;
  run(testBed: TestBed): Promise<void>;
};

/** What a scenario works with while the client sends triggers. */
export type TestBed = {
  readonly cluster: Cluster;
  readonly postgres: Postgres | undefined;
  readonly client: HistoryClient;
  readonly traffic: Traffic;
  readonly mailProvider: ScriptedProvider;
  readonly smsProvider: ScriptedProvider;
  /** Those of `openProviders`. */
  readonly moreProviders: readonly ScriptedProvider[];
  /** Between the servers and their providers. */
  readonly providerNetwork: FaultProxy;
  /** Between the client and the APIs, for scenarios with `hasClientNetwork`. */
  readonly clientNetwork: FaultProxy;
  /** The clock of the processes named by `skewedClocks`. */
  readonly skewedClock: SkewedClock;
  readonly random: Random;
  /** Besides the tested processes, for bounds that are relative to it. */
  readonly control: Control;
  /** Of this run. */
  readonly leaseMs: number;
  /** How much slower the machine was than an idle one, at its worst since the scenario began. */
  slowness(): number;
  /** A bound for an idle machine, multiplied by the slowness of this one. */
  scaled(ms: number): number;
  readonly waitUntil: WaitUntil;
  /** Selects a number by the length of this run. */
  size(short: number, usual: number, full: number): number;
  log(text: string): void;
  /** Runs `work` and records it as a fault, with its times and whether it may cause duplicate messages. */
  injectFault<T>(what: string, isAmbiguous: boolean, work: () => Promise<T>): Promise<T>;
  /** Records a fault that has just happened by itself. */
  recordFault(what: string): void;
  /** Reports a violation unless `isTrue`; for expectations that the checker cannot see in the evidence. */
  expect(isTrue: boolean, what: string): void;
  /** kill -9, then a new start. */
  kill(slot: Slot): Promise<void>;
  /** The steps of this transaction may end undelivered. */
  allowFailure(transactionId: string): void;
  /** Adds a check that runs when all work is done. */
  afterSettling(runCheck: () => Promise<void> | void): void;
  /** Expects that all processes run. */
  expectAllAlive(): void;
};

export type RunSettings = {
  postgres: Postgres;
  random: Random;
  /** Bounds of time are multiplied by its slowness. */
  control: Control;
  /** The slowness before any scenario: leases are multiplied by it. */
  slownessAtRest: number;
  seed: number;
  length: "short" | "usual" | "full";
  log(text: string): void;
  /** Directory for the evidence of each scenario. */
  keep: string | undefined;
};

/** Shorter than in production, but longer than a process is delayed. */
export const SHORT_LEASE_SECONDS = 8;
/** As in production, for scenarios that do not wait for a lease to expire. */
export const LONG_LEASE_SECONDS = 30;
