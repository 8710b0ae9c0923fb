import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { AppError } from "../../foundation/app-error.ts";
import type { Log } from "../../foundation/log.ts";
import type { Binaries } from "./binaries.ts";
import { prepareCluster } from "./cluster.ts";
import type { ClusterPaths } from "./cluster-paths.ts";
import { explainFailure } from "./identity.ts";
import { endOrphanedBackends } from "./orphaned-backends.ts";
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
import type { StartOptions } from "./start-options.ts";

export type ConnectedServer = { client: pg.Client; pid: number; wasRunning: boolean };
export type StartPlan = {
  readonly paths: ClusterPaths;
  readonly binaries: Binaries;
  readonly log: Log;
  /** Called at most once, and only when no server is running. */
  readonly decideStartOptions: () => StartOptions;
};

const LOOK_EVERY_MS = 10;
/** For a server that recovers after a crash, which may take long. */
const CHANGE_PATIENCE_MS = 120_000;
const BROKEN_PATIENCE_MS = 500;
const RESTART_PAUSE_MS = 150;
const MAX_STARTS = 3;

/**
 * Returns a connection in any case: connects to a running server, waits for one that starts or stops, starts one if there
 * is none. Two processes may do this at once; PostgreSQL itself allows only one postmaster.
 */
export async function connectOrStart(plan: StartPlan): Promise<ConnectedServer> {
  const attempt = new StartAttempt(plan);
  const timer = new StateTimer();
  for (;;) {
    const state = await probeServer(plan.paths);
    // Measured for every state: time spent on an empty file left by a power cut must not count for our own server's
    // new file.
    const spentMs = timer.elapsedMs(state.state);
    if (state.state === "serving") return { ...state, wasRunning: !attempt.hasStarted(state.pid) };
    if (state.state === "absent") await attempt.next();
    else if (state.state === "broken" && !attempt.isRunning) clearEmptyPidFile(plan, spentMs);
    else await waitOrStop(plan, state, spentMs);
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Removes a pid file that stays empty while none of our servers is starting. A starting server fills its file
 * quickly.
 */
function clearEmptyPidFile({ paths, log }: StartPlan, spentMs: number): void {
  if (spentMs <= BROKEN_PATIENCE_MS) return;
  log.warn({ directory: paths.directory }, "removing an empty postmaster.pid, probably left by a power cut");
  removeBrokenFile(paths);
}

/** For all states other than "serving" and "absent". */
async function waitOrStop(
  { paths, binaries, log }: StartPlan,
  state: ServerState,
  spentMs: number,
): Promise<void> {
  if (state.state === "unreachable" && spentMs > BROKEN_PATIENCE_MS) {
    if (mayHaveClients(state.pid)) throw unreachable(paths, state.pid);
    log.warn({ pid: state.pid }, "PostgreSQL is running but its socket is missing, restarting it");
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
    `PostgreSQL (process ${pid}) of ${paths.directory} works for another process, but this process cannot reach it; stop that process first.`,
  );
}

/** Measures how long the state has not changed. */
class StateTimer {
  private state = "";
  private since = 0;

  elapsedMs(state: string): number {
    if (state !== this.state) {
      this.state = state;
      this.since = performance.now();
    }
    return performance.now() - this.since;
  }
}

/** Starts the server when there is none, and again when it exited at once. */
class StartAttempt {
  private readonly plan: StartPlan;
  private startOptions: StartOptions | undefined;
  private started: Started | undefined;
  private starts = 0;

  constructor(plan: StartPlan) {
    this.plan = plan;
  }

  /** True while the last started program has not exited. */
  get isRunning(): boolean {
    return this.started !== undefined && this.started.exitCode === undefined;
  }

  /** On Windows the started process is pg_ctl, which starts the server. */
  hasStarted(pid: number): boolean {
    return process.platform === "win32" ? this.starts > 0 : this.started?.pid === pid;
  }

  async next(): Promise<void> {
    if (this.isRunning) return;
    if (this.started && this.startOptions) await this.classifyStartFailure(this.startOptions);
    this.startOptions ??= this.plan.decideStartOptions();
    await prepareCluster(this.startOptions);
    removeStalePidFile(this.plan.paths);
    this.started = startPostmaster(this.startOptions);
    this.starts += 1;
  }

  /**
   * The server exited: another process was faster, or backends of a killed postmaster still run, or it cannot start.
   */
  private async classifyStartFailure(startOptions: StartOptions): Promise<void> {
    const complaint = lastComplaint(this.plan.paths);
    if (this.starts >= MAX_STARTS)
      throw explainFailure(startOptions.identity, startOptions.binaries, complaint);
    if (complaint.includes("still in use")) endOrphanedBackends(startOptions.paths);
    this.plan.log.warn({ complaint }, "PostgreSQL did not start, retrying");
    await sleep(RESTART_PAUSE_MS);
  }
}
