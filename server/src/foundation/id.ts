import { randomBytes, randomInt } from "node:crypto";
import { systemTime } from "./clock.ts";

const COUNTER_SIZE = 0x1000000;
const HALF = COUNTER_SIZE / 2;
const processPart = randomBytes(3).toString("hex");
let counter = randomInt(COUNTER_SIZE);
let lastMs = 0;

/** A time that is further ahead of this process' own time is that of a test clock, or of an explanation. */
const AHEAD_MS = 60_000;
let aheadCounter = randomInt(HALF);
/** The wall clock may jump, so it is read only once. */
const startedAtMs = systemTime.now().getTime() - systemTime.monotonicMs();
const ownMs = () => startedAtMs + systemTime.monotonicMs();

/**
 * A database id: 24 lower-case hex characters that sort by creation time. 6 bytes of milliseconds, 3 bytes of a counter,
 * 3 bytes of this process; within a process ids always increase, even when the clock goes back. Its type is that of the
 * place where it is used. A time far ahead, which only a test clock has, does not move later ids of other environments.
 */
export function newId<Id extends string = string>(nowMs: number): Id {
  if (nowMs > lastMs && nowMs > ownMs() + AHEAD_MS) return idAhead(nowMs) as Id;
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = randomInt(HALF);
  } else if (++counter === COUNTER_SIZE) {
    lastMs += 1;
    counter = 0;
  }
  return idOf(lastMs, counter) as Id;
}

/** Counts in the upper half, which the ids of the same millisecond hardly reach when its real time has come. */
function idAhead(nowMs: number): string {
  aheadCounter = (aheadCounter + 1) % HALF;
  return idOf(nowMs, HALF + aheadCounter);
}

function idOf(ms: number, count: number): string {
  return idText(ms, count) + processPart;
}

function idText(ms: number, count: number): string {
  return ms.toString(16).padStart(12, "0") + count.toString(16).padStart(6, "0");
}

/** The id that this process makes `steps` ids after this one, within one millisecond. */
export function idAfter(id: string, steps: number): string {
  const count = Number.parseInt(id.slice(12, 18), 16) + steps;
  const ms = msOfId(id) + Math.floor(count / COUNTER_SIZE);
  return idText(ms, count % COUNTER_SIZE) + id.slice(18);
}

/** The milliseconds since 1970 in an id. */
export function msOfId(id: string): number {
  return Number.parseInt(id.slice(0, 12), 16);
}

const MAX_WORKER_ID = 0x7fffffff;

/** A random id of a worker process; only four bytes, because each claimed job stores it. */
export function newWorkerId(): number {
  return randomInt(1, MAX_WORKER_ID);
}

const ID_PATTERN = /^[0-9a-f]{24}$/;

export function isId(text: string): boolean {
  return ID_PATTERN.test(text);
}

/** Those of the texts that have the form of an id. */
export function idsAmong<Id extends string>(texts: readonly string[]): Id[] {
  return texts.filter(isId) as Id[];
}
