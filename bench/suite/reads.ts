import { HttpConnection } from "../http-connection.ts";
import { quantile, type Target } from "../load.ts";
import type { Figures } from "./workload.ts";

/** A kind of GET, with its path for each index. */
export type Reads = { readonly name: string; path(index: number): string };

/** Not timed: the first reads fill caches and make plans. */
const WARM = 2;
const LEAST = 5;

/**
 * Sends reads of one kind, one after the other, over one connection: `most` of them, or fewer if they take more than `mostMs`.
 * Returns the milliseconds of each; a read that the server gave up (503) took infinitely long. @throws Error on another status
 */
export async function timeReads(
  target: Target,
  { path }: Reads,
  { most, mostMs }: { most: number; mostMs: number },
): Promise<number[]> {
  const connection = new HttpConnection(target);
  const latenciesMs: number[] = [];
  const startMs = performance.now();
  for (let index = -WARM; index < most; index += 1) {
    if (index >= LEAST && performance.now() - startMs > mostMs) break;
    const sentMs = performance.now();
    const { status, body } = await connection.send({ path: path(index + WARM) });
    if (status !== 200 && status !== 503)
      throw new Error(`${path(index + WARM)} answered ${status}: ${body}`);
    const tookMs = status === 200 ? performance.now() - sentMs : Number.POSITIVE_INFINITY;
    if (index >= 0) latenciesMs.push(tookMs);
  }
  connection.close();
  return latenciesMs;
}

export function figuresOfReads(name: string, latenciesMs: readonly number[]): Figures {
  return {
    [`${name} p50 (ms)`]: quantile(latenciesMs, 0.5),
    [`${name} p95 (ms)`]: quantile(latenciesMs, 0.95),
  };
}
