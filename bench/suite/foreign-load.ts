import { readFileSync } from "node:fs";

/** Other programs on the machine disturb a measurement. Linux counts what they use of the processors. */

const TICK_MS = 10;
/** Of one core. Interrupts and kernel threads are not counted as foreign, because the measured programs cause most of them. */
const MOST_FOREIGN_CORES = 0.15;

/** Time of programs on all cores since the start of the machine, and what the host of a virtual machine took (`steal`). */
export function busyMs(procStat: string = readFileSync("/proc/stat", "utf8")): number {
  const [, user = 0, nice = 0, system = 0, , , , , steal = 0] = (procStat.split("\n")[0] ?? "")
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + steal) * TICK_MS;
}

export type Usage = { durationMs: number; busyMs: number; ownMs: number; kernelMs: number };

/** Cores that programs outside of the measurement used on average, at least 0. */
export function foreignCores({ durationMs, busyMs, ownMs, kernelMs }: Usage): number {
  return Math.max(0, busyMs - ownMs - kernelMs) / Math.max(durationMs, 1);
}

export function isDisturbed(cores: number): boolean {
  return cores > MOST_FOREIGN_CORES;
}
