import { HttpConnection } from "../http-connection.ts";
import { quantile, type Target } from "../load.ts";
import type { Figures } from "./workload.ts";

/** A kind of GET, with its path for each index. */
export type Reads = { readonly name: string; path(index: number): string };

/** Not timed: the first reads fill caches and make plans. */
const WARM = 2;
const LEAST = 5;

/** At least five times, then `most` times, or fewer if that takes more than `mostMs`. */
export type Most = { readonly most: number; readonly mostMs: number };

/**
 * Sends reads of one kind, one after the other, over one connection. Returns the milliseconds of each; a read that the server
 * gave up (503) took infinitely long. @throws Error on another status
 */
export async function timeReads(target: Target, { path }: Reads, most: Most): Promise<number[]> {
  const connection = new HttpConnection(target);
  const read = async (index: number) => {
    const { status, body } = await connection.send({ path: path(index) });
    if (status !== 200 && status !== 503) throw new Error(`${path(index)} answered ${status}: ${body}`);
    return status === 200;
  };
  return timeWork(read, most).finally(() => connection.close());
}

/** Does work with the index 0, 1 … and returns the milliseconds of each; without success, `false`, it took infinitely long. */
export async function timeWork(
  work: (index: number) => Promise<unknown>,
  { most, mostMs }: Most,
): Promise<number[]> {
  const latenciesMs: number[] = [];
  const startMs = performance.now();
  for (let index = 0; index < most + WARM; index += 1) {
    if (index >= LEAST + WARM && performance.now() - startMs > mostMs) break;
    const beforeMs = performance.now();
    const isDone = (await work(index)) !== false;
    const tookMs = isDone ? performance.now() - beforeMs : Number.POSITIVE_INFINITY;
    if (index >= WARM) latenciesMs.push(tookMs);
  }
  return latenciesMs;
}

export function figuresOfReads(name: string, latenciesMs: readonly number[]): Figures {
  return {
    [`${name} p50 (ms)`]: quantile(latenciesMs, 0.5),
    [`${name} p95 (ms)`]: quantile(latenciesMs, 0.95),
  };
}
