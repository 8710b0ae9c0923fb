import type { AppError } from "./app-error.ts";
import type { Share, ShareCounts } from "./share.ts";

/** How many places a share may hold; `whose` names it in the refusal. */
export type SharePlaces = { share: Share; max: number; whose: string };

/**
 * Takes a place in each of the shares that something belongs to, or in none.
 * @param full The refusal, when one of them has no place left.
 * @returns a function that gives the places back; further calls have no effect.
 */
export function takePlaces(
  taken: ShareCounts,
  places: readonly SharePlaces[],
  full: (whose: string) => AppError,
): () => void {
  const without = places.find(({ share, max }) => taken.of(share) >= max);
  if (without) throw full(without.whose);
  const leave = places.map(({ share }) => taken.hold(share));
  return () => {
    for (const one of leave) one();
  };
}
