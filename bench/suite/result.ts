import { cpus, totalmem } from "node:os";
import { quantile } from "../load.ts";
import { isDisturbed } from "./foreign-load.ts";
import type { Measured, Point, Statements } from "./workload.ts";

/** What a run of the suite found; saved as bench/results/NAME.json. */

export type Machine = { cores: number; memoryGb: number; processor: string; node: string; platform: string };

type About = {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly unit: string;
  readonly startedAt: string;
  readonly machine: Machine;
};

export type ContenderResult = {
  readonly name: string;
  readonly note?: string;
  readonly rounds: readonly Measured[];
  /** Per operation, in the warm-up. */
  readonly counted?: Statements;
};

export type Result = About & {
  /** Rounds that were repeated because of foreign load; undefined where it is not watched. */
  readonly thrownAway?: number;
  /** Peers that could not be measured on this machine, with the reason. */
  readonly leftOut: readonly string[];
  readonly contenders: readonly ContenderResult[];
};

export type Points = About & {
  readonly xName: string;
  readonly points: readonly Point[];
  /** What the points say, in sentences. */
  readonly conclusions: readonly string[];
};

export function machine(): Machine {
  return {
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    processor: cpus()[0]?.model ?? "",
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

export type Spread = { median: number; min: number; max: number };

/** The spread of a figure over the rounds; undefined when no round has it. */
export function spreadOf({ rounds, counted }: ContenderResult, figure: string): Spread | undefined {
  const ofCount = counted && COUNTED[figure]?.(counted);
  if (ofCount !== undefined) return { median: ofCount, min: ofCount, max: ofCount };
  const values = rounds.flatMap(({ figures }) => figures[figure] ?? []);
  if (values.length === 0) return undefined;
  return { median: medianOf(values), min: Math.min(...values), max: Math.max(...values) };
}

export function medianOf(values: readonly number[]): number {
  const upper = quantile(values, 0.5);
  if (values.length % 2 === 1) return upper;
  const lower = values.toSorted((a, b) => a - b)[values.length / 2 - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

const COUNTED: Record<string, (counted: Statements) => number | undefined> = {
  "statements per operation": ({ statements }) => statements,
  "rows written per operation": ({ writtenRows }) => writtenRows,
  "WAL per operation (bytes)": ({ walBytes }) => walBytes,
};

/** The names of all figures, in the order in which the contenders have them. */
export function figuresIn({ contenders }: Result): string[] {
  const ofRounds = contenders.flatMap(({ rounds }) => rounds.flatMap(({ figures }) => Object.keys(figures)));
  const ofCounts = Object.keys(COUNTED).filter((figure) =>
    contenders.some(({ counted }) => counted && COUNTED[figure]?.(counted) !== undefined),
  );
  return [...new Set([...ofRounds, ...ofCounts])];
}

/** Of a rate, more is better; of everything else, less. */
export function isMoreBetter(figure: string): boolean {
  return figure.endsWith("(/s)");
}

/** How many times better `ours` is than `theirs`; below 1 ours is worse. */
export function advantage(figure: string, ours: number, theirs: number): number {
  return isMoreBetter(figure) ? ours / theirs : theirs / ours;
}

export function disturbedRounds({ contenders }: Result): number {
  return contenders.flatMap(({ rounds }) => rounds).filter((round) => isDisturbed(round.foreignCores)).length;
}
