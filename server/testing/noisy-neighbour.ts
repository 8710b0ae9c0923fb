import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Control, startControl } from "../../harness/src/control.ts";
import { calmed, figuresOf, grown, slowAnswers, watchStalls } from "../../harness/src/isolation.ts";
import { resetPeak } from "../../harness/src/process-facts.ts";
import { filesBelow } from "./leftovers.ts";
import { type Attack, startAttack } from "./noisy-attack.ts";
import { watchNeighbour } from "./noisy-watch.ts";
import { PATIENCE_MS } from "./patience.ts";
import { closedAfterwards } from "./receivers.ts";
import { inApp } from "./steps.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { openTestMachine, type TestMachine, type TestProcess } from "./test-process.ts";

/**
 * Checks that one environment can neither stop, slow down nor change another. Runs a real process with its own PostgreSQL,
 * so that only the service's event loop is measured, with two environments in it, and a control process beside it. The
 * bounds are those of the harness (`isolation.ts`), and those of time are for an idle machine.
 */
export type NoisyService = {
  readonly attacker: TestEnvironment;
  readonly neighbour: TestEnvironment;
  readonly machine: TestMachine;
  readonly url: string;
  /** How much slower the machine was than an idle one before the last attack. */
  readonly slowness: number;
  /**
   * Runs the attack for at most ten seconds, waits until its acknowledged triggers have ended, and returns all violations.
   * An attack that only took too long while the control stalled too is repeated once. After a violation the process is
   * stopped and replaced by a new one.
   */
  brokenBy(attack: Attack, bounds?: Partial<Bounds>): Promise<string[]>;
  /** Stops the process; returns what it left behind. */
  brokenByStopping(): Promise<string[]>;
  close(): Promise<void>;
};

export type Bounds = {
  /** Growth of the data directory, including the outbox and the write-ahead log. */
  diskMb: number;
};

const BOUNDS: Bounds = { diskMb: 200 };
/** A guard against waiting without end: how fast an attack's triggers end on this machine says nothing about its neighbour. */
const ENDS_PATIENCE_MS = 4 * PATIENCE_MS;
/** On an idle machine. */
const STOPS_WITHIN_MS = 25_000;
/** A control that answers later than that was held up by the machine. */
const STALLED_MS = 50;

/** A service for the tests of one file; closes it after the last test. */
export const useNoisyService = (): Promise<NoisyService> => closedAfterwards(startNoisyService());

async function startNoisyService(): Promise<NoisyService> {
  const control = await startControl();
  let here = await startFresh().catch(async (error) => {
    await control.close();
    throw error;
  });
  let slowness = control.slowness();
  const attackOnce = (attack: Attack, bounds: Bounds): Promise<Violations> => {
    slowness = control.slowness(performance.now());
    return runAttack({ ...here, control, slowness }, attack, bounds);
  };
  const attackFairly = async (attack: Attack, bounds: Bounds): Promise<string[]> => {
    const first = await attackOnce(attack, bounds);
    const isDoubtful = first.others.length === 0 && first.slow.length > 0 && first.isStalled;
    const { slow, others } = isDoubtful ? await attackOnce(attack, bounds) : first;
    return [...others, ...slow];
  };
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
    get slowness() {
      return slowness;
    },
    brokenBy: async (attack, bounds = {}) => {
      const broken = await attackFairly(attack, { ...BOUNDS, ...bounds });
      if (broken.length > 0) {
        broken.push(...(await stop(here, slowness)));
        await here.machine.close();
        here = await startFresh();
      }
      return broken;
    },
    brokenByStopping: () => stop(here, slowness),
    close: async () => {
      await here.machine.close();
      await control.close();
    },
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
  return prepareHome(machine).catch(async (error) => {
    await machine.close();
    throw error;
  });
}

async function prepareHome(machine: TestMachine): Promise<Home> {
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

type Attacked = Home & { control: Control; slowness: number };
/** `slow`: what the machine may have caused. */
type Violations = { slow: string[]; others: string[]; isStalled: boolean };

async function runAttack(
  { machine, server, attacker, neighbour, control, slowness }: Attacked,
  attack: Attack,
  bounds: Bounds,
): Promise<Violations> {
  const before = { ...figuresOf(server.pid), directoryMb: megabytesBelow(machine.dataDirectory) };
  resetPeak(server.pid);
  const stallWatch = watchStalls(server.url, control, slowness);
  const watch = watchNeighbour(server.url, neighbour.apiKey, slowness);
  await sleep(200);
  const acting = startAttack(server.url, attacker.apiKey, slowness);
  const seen = await acting.run(attack).catch((error: Error) => [`the attack could not run: ${error.stack}`]);
  const unfinished = await acting.unfinished(() => stallWatch.isHopeless, ENDS_PATIENCE_MS);
  const [stalls, { messages, refusals }] = await Promise.all([stallWatch.stop(), watch.stop()]);
  acting.close();
  const after = server.isRunning ? await calmed(server.pid, before, slowness) : undefined;
  const directoryMb = megabytesBelow(machine.dataDirectory);
  const refused = [...refusals, ...stalls.failures];
  recordFigures({ ...stalls, messages, refused, slowness, before, after, directoryMb });
  return {
    slow: [
      ...unfinished,
      ...slowAnswers({ ...stalls, messages }, slowness),
      // A process that gets no processor time sheds load.
      ...(refused.length > 0 ? [`the neighbour met ${refused.length} refusals: ${refused[0]}`] : []),
    ],
    others: [
      ...seen,
      ...(messages.length === 0 ? ["the neighbour got no message at all"] : []),
      ...(after ? grown(before, after) : ["the process ended by itself"]),
      ...(directoryMb > before.directoryMb + bounds.diskMb
        ? [`the data directory went from ${before.directoryMb} to ${directoryMb} MB`]
        : []),
    ],
    isStalled: stalls.controlMs > STALLED_MS,
  };
}

function megabytesBelow(directory: string): number {
  const bytes = filesBelow(directory).reduce((sum, name) => sum + sizeOf(join(directory, name)), 0);
  return Math.round(bytes / 2 ** 20);
}

/** Returns 0 for missing files: PostgreSQL removes files while they are counted. */
function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : 0;
}

async function stop({ server, machine }: Home, slowness: number): Promise<string[]> {
  const ending = server.end("SIGTERM");
  const ended = await Promise.race([ending, sleep(STOPS_WITHIN_MS * slowness)]);
  if (!ended) return [`the process was still there ${STOPS_WITHIN_MS * slowness} ms after SIGTERM`];
  return [...(ended.code === 0 ? [] : [`the process ended with ${ended.code}`]), ...machine.leftovers()];
}

/** Appends the figures of each test, also of passed ones, to the file TIDINGS_NOISY_FIGURES, one line per test. */
function recordFigures(figures: object): void {
  const file = process.env.TIDINGS_NOISY_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
