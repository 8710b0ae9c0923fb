import { readFileSync, readlinkSync } from "node:fs";
import type { Worker } from "node:worker_threads";

/**
 * Processor time of threads of this process, in milliseconds since their start: what a thread itself has executed, including
 * its garbage collection and the compilation of its code, but not what V8 does for it in helper threads. Linux tells it under
 * `/proc` (reading takes 20 µs); elsewhere newer versions of Node do. On other machines it is undefined, and only the guard
 * against hanging ends a task.
 */
export type ReadThreadTime = (worker: Worker, tid: number | undefined) => Promise<number | undefined>;

/**
 * The elapsed limit of a task, in multiples of its budget of processor time: a guard against hanging. Without figures, a thread
 * is assumed to have got a twentieth of a processor.
 */
export const GUARD_FACTOR = 20;

/** The kernel's number of the calling thread; undefined outside Linux. The link is only right when it is read synchronously. */
export function ownTid(): number | undefined {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  } catch {
    return undefined;
  }
}

/** The processor time of the calling thread. */
export function ownThreadTime(): number | undefined {
  const ofNode = (process as WithThreadUsage).threadCpuUsage?.();
  return timeUnder("/proc/thread-self") ?? (ofNode && msOf(ofNode));
}

/** The processor time of a thread, from outside. */
export const readThreadTime: ReadThreadTime = async (worker, tid) => {
  if (tid !== undefined) return timeUnder(`/proc/self/task/${tid}`);
  const { cpuUsage } = worker as WithUsage;
  if (!cpuUsage) return undefined;
  return Promise.race([cpuUsage.call(worker).then(msOf), silent()]).catch(() => undefined);
};

/** In microseconds. */
type Usage = { user: number; system: number };
/** Node 24 and later. */
type WithUsage = { cpuUsage?: () => Promise<Usage> };
/** Node 23.9 and later. */
type WithThreadUsage = { threadCpuUsage?: () => Usage };

function msOf({ user, system }: Usage): number {
  return (user + system) / 1_000;
}

/** A thread inside a native call does not answer. */
function silent(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, 1_000, undefined).unref());
}

function timeUnder(folder: string): number | undefined {
  return fromSchedstat(folder) ?? fromStat(folder);
}

/** Nanoseconds. Kernels that do not count them write 0. */
function fromSchedstat(folder: string): number | undefined {
  const [nanoseconds] = fieldsOf(`${folder}/schedstat`) ?? [];
  return Number(nanoseconds) > 0 ? Number(nanoseconds) / 1_000_000 : undefined;
}

/** The kernel shows hundredths of a second to programs, whatever its own ticks are. */
const MS_PER_TICK = 10;
/** `utime` and `stime`, counted from the field after the name; the name may contain spaces. */
const USER_FIELD = 11;

function fromStat(folder: string): number | undefined {
  const fields = fieldsOf(`${folder}/stat`);
  const afterName = fields?.slice(fields.findLastIndex((field) => field.endsWith(")")) + 1);
  const [user, system] = afterName?.slice(USER_FIELD, USER_FIELD + 2) ?? [];
  const ticks = Number(user) + Number(system);
  return Number.isNaN(ticks) ? undefined : ticks * MS_PER_TICK;
}

function fieldsOf(file: string): string[] | undefined {
  try {
    return readFileSync(file, "latin1").trim().split(" ");
  } catch {
    return undefined;
  }
}
