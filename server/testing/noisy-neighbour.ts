import { appendFileSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attack, startAttack } from "./noisy-attack.ts";
import { type Watched, watchNeighbour } from "./noisy-watch.ts";
import { figuresOf, type ProcessFigures, resetPeak } from "./process-figures.ts";
import { closedAfterwards } from "./receivers.ts";
import { inApp } from "./steps.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { openTestMachine, type TestMachine, type TestProcess } from "./test-process.ts";

/**
 * Checks that one environment can neither stop, slow down nor change another. Runs a real process with its own PostgreSQL,
 * so that only the service's event loop is measured, with two environments in it.
 */
export type NoisyService = {
  readonly attacker: TestEnvironment;
  readonly neighbour: TestEnvironment;
  readonly machine: TestMachine;
  readonly url: string;
  /**
   * Runs the attack for at most ten seconds, waits until its acknowledged triggers have ended, and returns all violations.
   * After a violation the process is stopped and replaced by a new one.
   */
  brokenBy(attack: Attack, bounds?: Partial<Bounds>): Promise<string[]>;
  /** Stops the process; returns what it left behind. */
  brokenByStopping(): Promise<string[]>;
  close(): Promise<void>;
};

export type Bounds = {
  /** From the end of the attack to the end of its last acknowledged trigger. */
  endsWithinMs: number;
  /** Growth of the data directory, including the outbox and the write-ahead log. */
  diskMb: number;
};

const BOUNDS: Bounds = { endsWithinMs: 10_000, diskMb: 200 };
const LIVEZ_MS = 500;
const MESSAGE_MS = 2_000;
/** Time for garbage collection and the end of threads. */
const CALM_WITHIN_MS = 6_000;
const LOOK_EVERY_MS = 250;
const MORE_RESIDENT_MB = 400;
const MORE_THREADS = 4;
/** A machine of 2 GB must be enough. */
const PEAK_MB = 1_200;
const STOPS_WITHIN_MS = 25_000;

/** A service for the tests of one file; closes it after the last test. */
export const useNoisyService = (): Promise<NoisyService> => closedAfterwards(startNoisyService());

async function startNoisyService(): Promise<NoisyService> {
  let here = await startFresh();
  return {
    get attacker() {
      return here.attacker;
    },
    get neighbour() {
      return here.neighbour;
    },
    get machine() {
      return here.machine;
    },
    get url() {
      return here.server.url;
    },
    brokenBy: async (attack, bounds = {}) => {
      const broken = await runAttack(here, attack, { ...BOUNDS, ...bounds });
      if (broken.length > 0) {
        // A load far above the number of processors means that the machine is busy and times are not reliable.
        broken.push(`(load average ${loadavg()[0]?.toFixed(1)})`, ...(await stop(here)));
        await here.machine.close();
        here = await startFresh();
      }
      return broken;
    },
    brokenByStopping: () => stop(here),
    close: () => here.machine.close(),
  };
}

type Home = {
  machine: TestMachine;
  server: TestProcess;
  attacker: TestEnvironment;
  neighbour: TestEnvironment;
};

async function startFresh(): Promise<Home> {
  const machine = await openTestMachine();
  const server = await machine.serve([], { TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8" });
  const [attacker, neighbour] = await Promise.all(
    ["Attacker", "Neighbour"].map(async (name) => {
      const { stdout } = await machine.run(["environments", "create", name, "--json"]);
      return server.caller(JSON.parse(stdout).apiKey);
    }),
  );
  const home = {
    machine,
    server,
    attacker: attacker as TestEnvironment,
    neighbour: neighbour as TestEnvironment,
  };
  await home.neighbour.given.workflow("plain", [inApp("plain")]);
  // Warm-up: code that is loaded and compiled on first use is no effect of an attack.
  await Promise.all(
    [home.attacker, home.neighbour].map((one) => one.trigger("welcome", "first").then(one.finished)),
  );
  return home;
}

async function runAttack({ machine, server, attacker, neighbour }: Home, attack: Attack, bounds: Bounds) {
  const facts = () => figuresOf(server.pid, machine.dataDirectory);
  const before = facts();
  resetPeak(server.pid);
  const watch = watchNeighbour(server.url, neighbour.apiKey);
  await sleep(200);
  const acting = startAttack(server.url, attacker.apiKey);
  const seen = await acting.run(attack).catch((error: Error) => [`the attack could not run: ${error.stack}`]);
  const unfinished = await acting.unfinished(() => watch.isHopeless, bounds.endsWithinMs);
  const watched = await watch.stop();
  acting.close();
  const after = server.isRunning ? await calmed(facts, before) : undefined;
  recordFigures({ ...watched, refusals: watched.refusals.length, before, after });
  return [
    ...seen,
    ...unfinished,
    ...brokenPromises(watched),
    ...(after ? grown(before, after, bounds) : ["the process ended by itself"]),
  ];
}

function brokenPromises({ longestLivezMs, slowestMessageMs, messages, refusals }: Watched): string[] {
  const broken: string[] = [];
  if (longestLivezMs > LIVEZ_MS) broken.push(`/livez took ${Math.round(longestLivezMs)} ms`);
  if (slowestMessageMs > MESSAGE_MS)
    broken.push(`a neighbour's message took ${Math.round(slowestMessageMs)} ms`);
  if (messages === 0) broken.push("the neighbour got no message at all");
  if (refusals.length > 0) broken.push(`the neighbour met ${refusals.length} refusals: ${refusals[0]}`);
  return broken;
}

/** Waits for garbage collection and for threads that are ending. */
async function calmed(
  facts: () => ProcessFigures,
  before: ProcessFigures,
): Promise<ProcessFigures | undefined> {
  const isCalm = ({ residentMb, threads }: ProcessFigures) =>
    residentMb <= before.residentMb + MORE_RESIDENT_MB && threads <= before.threads + MORE_THREADS;
  const end = performance.now() + CALM_WITHIN_MS;
  try {
    for (let now = facts(); ; now = facts()) {
      if (isCalm(now) || performance.now() > end) return now;
      await sleep(LOOK_EVERY_MS);
    }
  } catch {
    return undefined;
  }
}

function grown(before: ProcessFigures, after: ProcessFigures, { diskMb }: Bounds): string[] {
  const broken: string[] = [];
  const change = (from: number, to: number) => `${Math.round(from)} to ${Math.round(to)}`;
  if (after.residentMb > before.residentMb + MORE_RESIDENT_MB)
    broken.push(`memory went from ${change(before.residentMb, after.residentMb)} MB and stayed there`);
  if (after.peakMb > PEAK_MB) broken.push(`memory had a peak of ${Math.round(after.peakMb)} MB`);
  if (after.threads > before.threads + MORE_THREADS)
    broken.push(`threads went from ${change(before.threads, after.threads)} and stayed there`);
  if (after.directoryMb > before.directoryMb + diskMb)
    broken.push(`the data directory went from ${change(before.directoryMb, after.directoryMb)} MB`);
  return broken;
}

async function stop({ server, machine }: Home): Promise<string[]> {
  const ending = server.end("SIGTERM");
  const ended = await Promise.race([ending, sleep(STOPS_WITHIN_MS)]);
  if (!ended) return [`the process was still there ${STOPS_WITHIN_MS} ms after SIGTERM`];
  return [...(ended.code === 0 ? [] : [`the process ended with ${ended.code}`]), ...machine.leftovers()];
}

/** Appends the figures of each test, also of passed ones, to the file TIDINGS_NOISY_FIGURES, one line per test. */
function recordFigures(figures: object): void {
  const file = process.env.TIDINGS_NOISY_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
