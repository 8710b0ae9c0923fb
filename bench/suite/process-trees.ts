import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Processor time and memory of processes with all their descendants, as Linux shows them in /proc. */

const TICK_MS = 10;
const KB_PER_MB = 1_024;

export type Stat = { pid: number; parent: number; cpuMs: number };

/** From the text of /proc/PID/stat. The time includes that of ended children, so none is lost when a backend exits. */
export function readStat(text: string): Stat {
  // The name is in brackets and may contain spaces and brackets.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = [11, 12, 13, 14].map((at) => Number(fields[at]));
  return {
    pid: Number.parseInt(text, 10),
    parent: Number(fields[1]),
    cpuMs: ticks.reduce((sum, one) => sum + one, 0) * TICK_MS,
  };
}

/** The processes with these ids and their descendants; a descendant that is a root of `others` is left out with its tree. */
export function treeOf(stats: readonly Stat[], roots: readonly number[], others: readonly number[]): Stat[] {
  const excluded = new Set(others);
  const tree = stats.filter(({ pid }) => roots.includes(pid));
  for (let at = 0; at < tree.length; at += 1) {
    const parent = tree[at]?.pid;
    for (const stat of stats) {
      if (stat.parent === parent && !excluded.has(stat.pid) && !tree.includes(stat)) tree.push(stat);
    }
  }
  return tree;
}

/** All processes of the machine. */
export function allStats(): Stat[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const text = readOrNothing(`/proc/${pid}/stat`);
      return text === undefined ? [] : [readStat(text)];
    });
}

/** Processor time of processes since their start, in milliseconds. */
export function cpuMsOf(stats: readonly Stat[]): number {
  return stats.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** Memory in MB; pages that several processes share, such as the buffers of PostgreSQL, are counted once. */
export function memoryMb(pids: readonly number[]): number {
  return kbOf(pids, "smaps_rollup", /^Pss:\s+(\d+)/m) / KB_PER_MB;
}

/** The peak of resident memory since `resetPeak`, in MB. */
export function peakMb(pids: readonly number[]): number {
  return kbOf(pids, "status", /^VmHWM:\s+(\d+)/m) / KB_PER_MB;
}

export function residentMb(pids: readonly number[]): number {
  return kbOf(pids, "status", /^VmRSS:\s+(\d+)/m) / KB_PER_MB;
}

/** Sets the peak of resident memory to what is resident now. Without the right to, the peak since the start remains. */
export function resetPeak(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      writeFileSync(`/proc/${pid}/clear_refs`, "5");
    } catch {
      // It has ended, or belongs to another user.
    }
  }
}

function kbOf(pids: readonly number[], file: string, line: RegExp): number {
  const kb = pids.map((pid) => Number(line.exec(readOrNothing(`/proc/${pid}/${file}`) ?? "")?.[1] ?? 0));
  return kb.reduce((sum, one) => sum + one, 0);
}

/** undefined: the process has ended. */
function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
