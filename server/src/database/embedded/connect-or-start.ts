import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { AppError } from "../../foundation/app-error.ts";
import type { Log } from "../../foundation/log.ts";
import type { Binaries } from "./binaries.ts";
import { prepareCluster } from "./cluster.ts";
import type { ClusterPaths } from "./cluster-paths.ts";
import { explainFailure } from "./identity.ts";
import type { Launch } from "./launch.ts";
import { endOrphans } from "./orphaned-backends.ts";
import {
  lastComplaint,
  mayHaveClients,
  removeBrokenFile,
  removeStalePidFile,
  type Started,
  startPostmaster,
  stopPostmaster,
} from "./postmaster.ts";
import { probeServer, type ServerState } from "./probe.ts";

export type Arrival = { client: pg.Client; pid: number; wasRunning: boolean };
export type StartPlan = {
  readonly paths: ClusterPaths;
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
export async function arrive(journey: StartPlan): Promise<Arrival> {
  const attempt = new StartAttempt(journey);
  const patience = new Patience();
  for (;;) {
    const state = await probeServer(journey.paths);
    // Asked for every sight: time spent on the remnant of a power cut does not count against our own server's fresh file.
    const spentMs = patience.spentOn(state.state);
    if (state.state === "serving") return { ...state, wasRunning: !attempt.hasStarted(state.pid) };
    if (state.state === "absent") await attempt.next();
    else if (state.state === "broken" && !attempt.isRunning) clearRemnant(journey, spentMs);
    else await settle(journey, state, spentMs);
    await sleep(LOOK_EVERY_MS);
  }
}

/** An empty file that stays empty while no server of ours runs. One that we started writes its file in a moment. */
function clearRemnant({ paths, log }: StartPlan, spentMs: number): void {
  if (spentMs <= BROKEN_PATIENCE_MS) return;
  log.warn({ directory: paths.directory }, "an empty postmaster.pid is removed, a remnant of a power cut");
  removeBrokenFile(paths);
}

/** The other states that are neither "serves" nor "nothing there". */
async function settle(
  { paths, binaries, log }: StartPlan,
  state: ServerState,
  spentMs: number,
): Promise<void> {
  if (state.state === "unreachable" && spentMs > BROKEN_PATIENCE_MS) {
    if (mayHaveClients(state.pid)) throw unreachable(paths, state.pid);
    log.warn({ pid: state.pid }, "PostgreSQL runs but its socket is gone: it is stopped and started again");
    return stopPostmaster(paths, state.pid, binaries);
  }
  if (spentMs > CHANGE_PATIENCE_MS)
    throw new AppError(
      "unavailable",
      `PostgreSQL in ${paths.directory} does not become ready; see ${paths.logFile}.`,
    );
}

function unreachable(paths: ClusterPaths, pid: number): AppError {
  return new AppError(
    "unavailable",
    `PostgreSQL (process ${pid}) of ${paths.directory} works for another process, but cannot be reached by us; stop that process first.`,
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
  private readonly journey: StartPlan;
  private launch: Launch | undefined;
  private started: Started | undefined;
  private starts = 0;

  constructor(journey: StartPlan) {
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
    if (this.started && this.launch) await this.classifyStartFailure(this.launch);
    this.launch ??= this.journey.decideLaunch();
    await prepareCluster(this.launch);
    removeStalePidFile(this.journey.paths);
    this.started = startPostmaster(this.launch);
    this.starts += 1;
  }

  /** It exited: another process was faster, or backends of a killed postmaster still end, or it cannot work. */
  private async classifyStartFailure(launch: Launch): Promise<void> {
    const complaint = lastComplaint(this.journey.paths);
    if (this.starts >= MOST_STARTS) throw explainFailure(launch.identity, launch.binaries, complaint);
    if (complaint.includes("still in use")) endOrphans(launch.paths);
    this.journey.log.warn({ complaint }, "PostgreSQL did not start, trying again");
    await sleep(RESTART_PAUSE_MS);
  }
}
