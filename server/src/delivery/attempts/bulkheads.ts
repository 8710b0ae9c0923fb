/**
 * Room for calls, by name: so many at once, so that a slow provider or a busy environment holds up only its own
 * messages (reliability-facts 4.2, 4.6). What finds no room is told when there probably will be: a place in the
 * queue by how long calls take, so that a backlog of thousands is not taken up and put back every second.
 */
export type Bulkheads = {
  /** Undefined where all of them have room, which is then taken; else when to come again. */
  enter(rooms: readonly Room[], now: Date): Date | undefined;
  leave(rooms: readonly Room[], tookMs: number): void;
};
export type Room = { name: string; size: number };

const FIRST_GUESS_MS = 100;
const LONGEST_MS = 30_000;
/** How much the newest call counts in what calls are thought to take. */
const WEIGHT = 0.1;

type Occupancy = { inside: number; callMs: number; nextPlaceMs: number };

export function createBulkheads(): Bulkheads {
  const occupancies = new Map<string, Occupancy>();
  const of = ({ name }: Room): Occupancy => {
    const known = occupancies.get(name) ?? { inside: 0, callMs: FIRST_GUESS_MS, nextPlaceMs: 0 };
    occupancies.set(name, known);
    return known;
  };
  return {
    enter: (rooms, now) => {
      const full = rooms.find((room) => of(room).inside >= room.size);
      if (full) return placeIn(of(full), full.size, now);
      for (const room of rooms) of(room).inside += 1;
      return undefined;
    },
    leave: (rooms, tookMs) => {
      for (const room of rooms) {
        const known = of(room);
        known.inside -= 1;
        known.callMs += WEIGHT * (tookMs - known.callMs);
        if (known.inside === 0) occupancies.delete(room.name);
      }
    },
  };
}

function placeIn(known: Occupancy, size: number, now: Date): Date {
  const nowMs = now.getTime();
  known.nextPlaceMs = Math.max(known.nextPlaceMs, nowMs + known.callMs) + known.callMs / size;
  known.nextPlaceMs = Math.min(known.nextPlaceMs, nowMs + LONGEST_MS);
  return new Date(known.nextPlaceMs);
}
