import type { Expandable } from "./trigger.ts";

/** A trigger that a worker holds: no other expands it before its lease ends. */
export type HeldTrigger = Expandable & {
  environmentId: string;
  /** Increases with every claim; only its holder may store outcomes. */
  lease: number;
  /** Workers that claimed it without an outcome, this one included. */
  unfinishedClaims: number;
  /** The time of the claim in its environment; under a held test clock it stands still. */
  now: Date;
  isFrozen: boolean;
};

/** Who holds triggers that are stored as held, and for how long. */
export type Holder = { readonly workerId: number; readonly leaseSeconds: number };

/**
 * A worker in the same process. It takes triggers when they are durable, without a claim; if it crashes, their leases
 * end like those of any claim.
 */
export type Handover = Holder & {
  /** Whether it has room for so many more triggers of the environment; otherwise they wait in the queue for any worker. */
  hasRoom(environmentId: string, size: { count: number; bytes: number }): boolean;
  /** @param bytes their approximate size. */
  take(environmentId: string, triggers: readonly HeldTrigger[], bytes: number): void;
};
