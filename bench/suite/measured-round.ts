import { quantile } from "../load.ts";
import { busyMs, foreignCores } from "./foreign-load.ts";
import { allStats, cpuMsOf, memoryMb, peakMb, resetPeak, type Stat, treeOf } from "./process-trees.ts";
import type { Figures, Measured, Root, Round } from "./workload.ts";

const SAMPLE_EVERY_MS = 1_000;
const KERNEL_THREADS = 2;
/** PostgreSQL's processes share most of their memory, so their resident memory cannot be added up. */
const SHARED = "PostgreSQL";

/** Runs a round and measures the processes meanwhile. The figures' names have their units. */
export async function measured(
  unit: string,
  roots: readonly Root[],
  work: () => Promise<Round>,
): Promise<Measured> {
  const before = snapshot(roots);
  const memory = watchMemory(roots);
  const round = await work().finally(() => memory.stop());
  const after = snapshot(roots);
  const perOperation = (ms: number) => ms / Math.max(round.operations, 1);
  const cpu = roots.map(({ name }) => {
    const usedMs = (after.cpuMs.get(name) ?? 0) - (before.cpuMs.get(name) ?? 0);
    return [`processor time of ${name} per ${unit} (ms)`, perOperation(usedMs)];
  });
  const generatorMs = after.generatorMs - before.generatorMs;
  const generator = [`processor time of the load generator per ${unit} (ms)`, perOperation(generatorMs)];
  return {
    operations: round.operations,
    figures: {
      ...figuresOf(unit, round),
      ...Object.fromEntries([...cpu, generator]),
      ...memory.peaks(),
    },
    // The processes of a server that the suite did not start are unknown, so foreign load cannot be told from its own.
    foreignCores:
      roots.length === 0
        ? 0
        : foreignCores({
            durationMs: after.atMs - before.atMs,
            busyMs: after.busyMs - before.busyMs,
            ownMs: after.ownMs - before.ownMs + generatorMs,
            kernelMs: after.kernelMs - before.kernelMs,
          }),
  };
}

/** A round's own figures. */
export function figuresOf(unit: string, { operations, durationMs, latenciesMs, figures }: Round): Figures {
  const latencies = latenciesMs?.length
    ? { "p50 (ms)": quantile(latenciesMs, 0.5), "p99 (ms)": quantile(latenciesMs, 0.99) }
    : {};
  const rate = durationMs === undefined ? {} : { [`${unit}s (/s)`]: (operations / durationMs) * 1_000 };
  return { ...rate, ...latencies, ...figures };
}

function snapshot(roots: readonly Root[]) {
  const stats = allStats();
  const pids = roots.map(({ pid }) => pid);
  const cpuMs = new Map(roots.map((root) => [root.name, cpuMsOf(ownTree(stats, root, pids))]));
  return {
    atMs: performance.now(),
    busyMs: busyMs(),
    cpuMs,
    ownMs: [...cpuMs.values()].reduce((sum, one) => sum + one, 0),
    generatorMs: cpuMsOf(stats.filter(({ pid }) => pid === process.pid)),
    kernelMs: cpuMsOf(treeOf(stats, [KERNEL_THREADS], [])),
  };
}

function ownTree(stats: readonly Stat[], { pid }: Root, roots: readonly number[]): Stat[] {
  const others = roots.filter((one) => one !== pid);
  return treeOf(stats, [pid], others);
}

function watchMemory(roots: readonly Root[]) {
  const ids = roots.map(({ pid }) => pid);
  const peaks = new Map<string, number>();
  const eachRoot = (visit: (root: Root, pids: readonly number[]) => void) => {
    const stats = allStats();
    for (const root of roots)
      visit(
        root,
        ownTree(stats, root, ids).map(({ pid }) => pid),
      );
  };
  const sample = () =>
    eachRoot(({ name }, pids) => {
      const mb = name === SHARED ? memoryMb(pids) : peakMb(pids);
      peaks.set(name, Math.max(peaks.get(name) ?? 0, mb));
    });
  eachRoot(({ name }, pids) => name !== SHARED && resetPeak(pids));
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      sample();
    },
    peaks: (): Figures =>
      Object.fromEntries([...peaks].map(([name, mb]) => [`peak memory of ${name} (MB)`, mb])),
  };
}
