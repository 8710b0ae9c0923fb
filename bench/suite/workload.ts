import type { Target } from "../load.ts";

/** What the suite measures: a workload has contenders, and each contender runs the same rounds. */

/** Prints a line about the run. */
export type Say = (line: string) => void;

export type Options = {
  /** A smoke run: small sizes, one round, no results are saved. */
  readonly isQuick: boolean;
  /** Instead of the workload's own size. */
  readonly size?: number;
  readonly minutes?: number;
  /** A directory that keeps the store for further runs; default: a temporary one. */
  readonly store?: string;
  /** A running server with this API, measured instead of one that the suite starts. */
  readonly target?: Target;
  /** Whether other products and libraries are measured, too. */
  readonly withPeers: boolean;
};

export type Round = {
  /** Operations whose results were counted, such as stored messages. */
  readonly operations: number;
  /** Without it there is no rate. */
  readonly durationMs?: number;
  readonly latenciesMs?: readonly number[];
  /** Further figures by their name with its unit, such as "answer p99 (ms)". */
  readonly figures?: Figures;
};

export type Figures = Readonly<Record<string, number>>;
/** A round with the figures of its processes. */
export type Measured = {
  readonly operations: number;
  readonly figures: Figures;
  readonly foreignCores: number;
};

/** A program whose processes are measured: its root process, with all descendants that are not roots themselves. */
export type Root = { readonly name: string; readonly pid: number };

/** What the database did. */
export type Statements = {
  /** Those of clients, including `begin` and `commit`. */
  readonly statements: number;
  readonly walBytes: number;
  /** Inserted, updated and deleted rows; not counted in a quick run. */
  readonly writtenRows?: number;
};

export type Contender = {
  /** "ours", "limit", or the name of a peer. */
  readonly name: string;
  /** How it differs from the others, in one sentence. */
  readonly note?: string;
  /** A peer that fails its warm-up is left out of the result, which says so; others end the run. Default: false. */
  readonly isPeer?: boolean;
  roots(): readonly Root[];
  /** Without it, statements are not counted. */
  readonly countStatements?: (
    work: () => Promise<Round>,
    options: Options,
  ) => Promise<{ round: Round; counted: Statements }>;
  /** Not timed: first requests are slower. */
  warmUp(): Promise<Round>;
  round(): Promise<Round>;
  close(): Promise<void>;
};

export type Workload = {
  readonly name: string;
  readonly title: string;
  /** What it does and what it counts, for a reader of the results. */
  readonly text: string;
  /** One operation, such as "trigger". */
  readonly unit: string;
  readonly rounds: number;
  /** `leaveOut` notes a peer that cannot be measured here, with the reason; the result names it. */
  open(options: Options, leaveOut: Say): Promise<Contender[]>;
};

/**
 * A measurement with a procedure of its own, such as one that starts its processes anew. Foreign load is not watched, because its processes
 * change. A contender `target` has the figures that must be reached.
 */
export type Survey = {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly unit: string;
  survey(options: Options, say: Say): Promise<SurveyedContender[]>;
};

export type SurveyedContender = Pick<Contender, "name" | "note"> & { readonly rounds: readonly Round[] };

export type Point = { readonly x: number; readonly measured: Measured };

/** A measurement along a growing quantity, such as minutes or stored notifications. */
export type Course = {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly unit: string;
  /** What grows. */
  readonly xName: string;
  /** What the points say, in sentences; called with all points so far. */
  conclude(points: readonly Point[]): string[];
  run(
    options: Options,
    point: (x: number, roots: readonly Root[], work: () => Promise<Round>) => Promise<void>,
  ): Promise<void>;
};
