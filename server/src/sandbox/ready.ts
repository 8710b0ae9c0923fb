import { parentPort } from "node:worker_threads";
import { ownTid } from "./thread-time.ts";

/** The first message of a thread, when all its libraries are loaded: the kernel's number of the thread. */
export type Ready = { isReady: true; tid: number | undefined };

/** Called by the thread. */
export function sayReady(): void {
  parentPort?.postMessage({ isReady: true, tid: ownTid() } satisfies Ready);
}

export function isReady(message: unknown): message is Ready {
  return typeof message === "object" && message !== null && "isReady" in message;
}
