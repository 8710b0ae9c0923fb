import { leastProcessorUs } from "./processor-time.ts";

/** Compares a size with one that is this much larger: linear work takes 32 times as long, quadratic work 1,024 times. */
const TIMES_LARGER = 32;
/** In the middle of both: large values cost more for each item, up to three times, because memory is slower for them. */
const MAX_GROWTH = TIMES_LARGER ** 1.5;
const MAX_ROUNDS = 4;
/**
 * For each unit of the larger size, in microseconds: work that costs no more is linear. Making a text above 128 KiB costs a third of
 * it on a busy machine; one search in it is 100 times cheaper, so that the figures are those of making the text. To search the
 * rest of the text for each unit costs 0.04 µs for each of 3,200 units, and 0.6 µs for each of 160,000.
 */
const CHEAP_US = 0.02;

/**
 * Throws if the processor time of `work(size)` grows faster than linearly. Elapsed time has no influence: only the process'
 * own collections of garbage add to processor time, and the least of several figures counts.
 */
export function linear(work: (size: number) => unknown, size: number): void {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    small = Math.min(
      small,
      leastProcessorUs(() => work(size)),
    );
    large = Math.min(
      large,
      leastProcessorUs(() => work(size * TIMES_LARGER)),
    );
    if (large < Math.max(small * MAX_GROWTH, size * TIMES_LARGER * CHEAP_US)) return;
  }
  const figures = `${small} µs for ${size}, ${large} µs for ${size * TIMES_LARGER}`;
  throw new Error(`takes more than linear processor time: ${figures}`);
}
