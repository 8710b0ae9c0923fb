/** A seeded random number generator: the same seed gives the same faults at the same places. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer; both limits are included. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** An independent generator for one part, so that its draws do not change those of other parts. */
  fork(name: string): Random;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)] as (typeof items)[number],
    fork: (name) =>
      createRandom([...name].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619), seed)),
  };
}
