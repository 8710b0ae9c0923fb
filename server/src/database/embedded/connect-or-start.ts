import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { AppError } from "../../foundation/app-error.ts";
import type { Log } from "../../foundation/log.ts";
import type { Binaries } from "./binaries.ts";
import { prepareCluster } from "./cluster.ts";
import type { Place } from "./cluster-paths.ts";
import { explainFailure } from "./identity.ts";
import type { Launch } from "./launch.ts";
import { endOrphans } from "./orphaned-backends.ts";
import {
  disarmStaleFile,
  lastComplaint,
  mayHaveClients,
  removeBrokenFile,
  type Started,
  startPostmaster,
  stopPostmaster,
} from "./postmaster.ts";
import { lookForServer, type Sight } from "./probe.ts";

export type Arrival = { client: pg.Client; pid: number; wasRunning: boolean };
export type Journey = {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly log: Log;
  /** Called at most once, and only when nothing runs. */
  readonly decideLaunch: () => Launch;
};

const LOOK_EVERY_MS = 10;
/** A server that works through its log after a crash may take long; one that shows no life does not get this. */
const CHANGE_PATIENCE_MS = 120_000;
const BROKEN_PATIENCE_MS = 500;
const RESTART_PAUSE_MS = 150;
const MOST_STARTS = 3;

/**
 * Comes to a connection, whatever is found: connects to what runs, waits for what starts or stops, starts what is not
 * there. Two processes may do this at once; PostgreSQL itself lets only one postmaster live.
 */
export async function arrive(journey: Journey): Promise<Arrival> {
  const attempt = new StartAttempt(journey);
  const patience = new Patience();
  for (;;) {
    const sight = await lookForServer(journey.place);
    // Asked for every sight: time spent on the remnant of a power cut does not count against our own server's fresh file.
    const spentMs = patience.spentOn(sight.state);
    if (sight.state === "serving") return { ...sight, wasRunning: !attempt.hasStarted(sight.pid) };
    if (sight.state === "absent") await attempt.next();
    else if (sight.state === "broken" && !attempt.isRunning) clearRemnant(journey, spentMs);
    else await settle(journey, sight, spentMs);
    await sleep(LOOK_EVERY_MS);
  }
}

/** An empty file that stays empty while no server of ours runs. One that we started writes its file in a moment. */
function clearRemnant({ place, log }: Journey, spentMs: number): void {
  if (spentMs <= BROKEN_PATIENCE_MS) return;
  log.warn({ directory: place.directory }, "an empty postmaster.pid is removed, a remnant of a power cut");
  removeBrokenFile(place);
}

/** The other states that are neither "serves" nor "nothing there". */
async function settle({ place, binaries, log }: Journey, sight: Sight, spentMs: number): Promise<void> {
  if (sight.state === "unreachable" && spentMs > BROKEN_PATIENCE_MS) {
    if (mayHaveClients(sight.pid)) throw unreachable(place, sight.pid);
    log.warn({ pid: sight.pid }, "PostgreSQL runs but its socket is gone: it is stopped and started again");
    return stopPostmaster(place, sight.pid, binaries);
  }
  if (spentMs > CHANGE_PATIENCE_MS)
    throw new AppError(
      "unavailable",
      `PostgreSQL in ${place.directory} does not become ready; see ${place.logFile}.`,
    );
}

function unreachable(place: Place, pid: number): AppError {
  return new AppError(
    "unavailable",
    `PostgreSQL (process ${pid}) of ${place.directory} works for another process, but cannot be reached by us; stop that process first.`,
  );
}

/** How long the same state has been seen without a break. */
class Patience {
  private state = "";
  private since = 0;

  spentOn(state: string): number {
    if (state !== this.state) {
      this.state = state;
      this.since = performance.now();
    }
    return performance.now() - this.since;
  }
}

/** Starts the server when it is not there, and again when it went at once. */
class StartAttempt {
  private readonly journey: Journey;
  private launch: Launch | undefined;
  private started: Started | undefined;
  private starts = 0;

  constructor(journey: Journey) {
    this.journey = journey;
  }

  /** True while the program that was started last has not exited. */
  get isRunning(): boolean {
    return this.started !== undefined && this.started.exitCode === undefined;
  }

  /** On Windows the process we started is pg_ctl, which starts the server. */
  hasStarted(pid: number): boolean {
    return process.platform === "win32" ? this.starts > 0 : this.started?.pid === pid;
  }

  async next(): Promise<void> {
    if (this.isRunning) return;
    if (this.started && this.launch) await this.considerFailure(this.launch);
    this.launch ??= this.journey.decideLaunch();
    await prepareCluster(this.launch);
    disarmStaleFile(this.journey.place);
    this.started = startPostmaster(this.launch);
    this.starts += 1;
  }

  /** It exited: another process was faster, or backends of a killed postmaster still end, or it cannot work. */
  private async considerFailure(launch: Launch): Promise<void> {
    const complaint = lastComplaint(this.journey.place);
    if (this.starts >= MOST_STARTS) throw explainFailure(launch.identity, launch.binaries, complaint);
    if (complaint.includes("still in use")) endOrphans(launch.place);
    this.journey.log.warn({ complaint }, "PostgreSQL did not start, trying again");
    await sleep(RESTART_PAUSE_MS);
  }
}
