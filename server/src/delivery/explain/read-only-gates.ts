import type { Window, WindowRequest } from "../digest/digest-store.ts";
import { findLastEvents, findOpenWindows, findThrottleWindows } from "../digest/open-window-store.ts";
import {
  type GateCall,
  type GateStore,
  type MeetingKey,
  nameOf,
  type ThrottleWindow,
  type ThrottleWindowEntry,
} from "../gates/gates.ts";

/** The gate store for explanations: answers like the real one, and writes nothing. */
export const READ_ONLY_GATES: GateStore = {
  async findQuiet(call, keys) {
    const lastOf = mapOf(await findLastEvents(call, keys));
    const open = mapOf((await findOpenWindows(call, keys)).map(keyed));
    return keys.filter((key) => {
      const last = lastOf.get(nameOf(key))?.lastEventAt;
      const quietMs = last ? call.now.getTime() - last.getTime() : Number.POSITIVE_INFINITY;
      return !open.has(nameOf(key)) && quietMs > key.lookBackMs;
    });
  },
  async joinWindows(call, wishes) {
    const open = mapOf((await findOpenWindows(call, wishes.map(keyed))).map(keyed));
    return wishes.map((wish) => joined(wish, open.get(nameOf(keyed(wish))), call));
  },
  insertDigestEvents: async () => {},
  rescheduleClosing: async () => {},
  async enterThrottles(call, entries) {
    const current = mapOf(await findThrottleWindows(call, entries));
    return entries.map((entry) => entered(entry, current.get(nameOf(entry)), call));
  },
};

function joined(wish: WindowRequest, open: Window | undefined, { now }: GateCall): Window {
  if (open) return { ...open, eventCount: open.eventCount + wish.count };
  const { count: eventCount, ...window } = wish;
  const isFull = wish.closesAtCount !== null && eventCount >= wish.closesAtCount;
  return { ...window, eventCount, closesAt: isFull ? now : wish.closesAt };
}

function entered(
  { count, endsAt, ...key }: ThrottleWindowEntry,
  current: ThrottleWindow | undefined,
  { now }: GateCall,
): ThrottleWindow {
  if (current) return { ...current, executionCount: current.executionCount + count };
  return { ...key, openedAt: now, endsAt, executionCount: count };
}

type Keyed = Pick<WindowRequest, "workflowId" | "stepId" | "subscriberId" | "digestKey">;

function keyed<W extends Keyed>(window: W): W & MeetingKey {
  return { ...window, value: window.digestKey };
}

function mapOf<K extends MeetingKey>(keys: readonly K[]): Map<string, K> {
  return new Map(keys.map((key) => [nameOf(key), key]));
}
