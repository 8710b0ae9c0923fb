import type { Part } from "../database/one-statement.ts";
import type { EnvironmentTime } from "../environments/environment.ts";
import type { Expandable, NewTrigger, TriggerRequest } from "./trigger.ts";

/**
 * A trigger that a worker holds: no other expands it before its lease ends. With the time of the claim in its environment; under a
 * held test clock it stands still.
 */
export type HeldTrigger = Expandable &
  EnvironmentTime & {
    environmentId: string;
    /** Increases with every claim; only its holder may store outcomes. */
    lease: number;
    /** Workers that claimed it without an outcome, this one included. */
    unfinishedClaims: number;
  };

/** Who holds triggers that are stored as held, and for how long. */
export type Holder = { readonly workerId: number; readonly leaseSeconds: number };

/**
 * A worker in the same process. It takes triggers when they are durable, without a claim; if it crashes, their leases
 * end like those of any claim.
 */
export type Handover = Holder & {
  /**
   * Begins to read what the first runs of these requests need, while the worker has no other work. undefined: the worker is busy, or the
   * runs need more than reads.
   */
  prepare(environmentId: string, requests: readonly Requested[]): PrepareRuns | undefined;
  /** Whether it has room for so many more triggers of the environment; otherwise they wait in the queue for any worker. */
  hasRoom(environmentId: string, size: { count: number; bytes: number }): boolean;
  /** @param bytes their approximate size. */
  take(environmentId: string, triggers: readonly HeldTrigger[], bytes: number): void;
};

/** The part of a request that names its workflow and its recipients. */
export type Requested = Pick<TriggerRequest, "workflowKey" | "recipients" | "topics" | "contexts">;

/** The first runs of the triggers of these requests, or of some of them; undefined: they need more than reads. Writes nothing. */
export type PrepareRuns = (triggers: readonly NewTrigger[]) => Promise<FirstRuns | undefined>;

/** The runs of all recipients of some triggers, to be stored by the statement that stores these triggers. */
export type FirstRuns = {
  /** The time of the runs and of their triggers. */
  readonly now: Date;
  readonly parts: readonly Part[];
  /** To be called after the commit: the worker continues with the runs. */
  whenDurable(): void;
};

/** The triggers must be stored without their runs; nothing is stored. `cause`: an error that was not expected. */
export class RunsNotStored extends Error {}
