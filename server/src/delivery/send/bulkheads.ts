/**
 * Bulkheads by name: each limits concurrent calls, so that a slow provider or a busy environment holds up only its
 * own messages. A call without a place gets a time to come again: a place in the queue by the duration of calls, so
 * that a backlog of thousands is not claimed and released every second.
 */
export type Bulkheads = {
  /** Undefined where all of them have room, which is then taken; else the time to come again. */
  enter(rooms: readonly Room[], now: Date): Date | undefined;
  leave(rooms: readonly Room[], tookMs: number): void;
  isFull(room: Room): boolean;
};
/** `size` is what the room holds in all, `weight` what one call takes of it: 1 when left out. */
export type Room = { name: string; size: number; weight?: number };

const FIRST_GUESS_MS = 100;
const MAX_MS = 30_000;
/** Weight of the newest call in the average duration. */
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
      const full = rooms.find((room) => isFull(of(room), room));
      if (full) return placeIn(of(full), full, now);
      for (const room of rooms) of(room).inside += room.weight ?? 1;
      return undefined;
    },
    leave: (rooms, tookMs) => {
      for (const room of rooms) {
        const known = of(room);
        known.inside -= room.weight ?? 1;
        known.callMs += WEIGHT * (tookMs - known.callMs);
        if (known.inside <= 0) occupancies.delete(room.name);
      }
    },
    isFull: (room) => {
      const known = occupancies.get(room.name);
      return known !== undefined && isFull(known, room);
    },
  };
}

/** An empty bulkhead takes any call, however large. */
function isFull({ inside }: Occupancy, { size, weight = 1 }: Room): boolean {
  return inside > 0 && inside + weight > size;
}

function placeIn(known: Occupancy, { size, weight = 1 }: Room, now: Date): Date {
  const nowMs = now.getTime();
  known.nextPlaceMs = Math.max(known.nextPlaceMs, nowMs + known.callMs) + (known.callMs * weight) / size;
  known.nextPlaceMs = Math.min(known.nextPlaceMs, nowMs + MAX_MS);
  return new Date(known.nextPlaceMs);
}
