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
  // An explained run is the only event of its earlier digests.
  countDigestEvents: async () => new Map(),
  async joinWindows(call, requests) {
    const open = mapOf((await findOpenWindows(call, requests.map(keyed))).map(keyed));
    return requests.map((request) => joined(request, open.get(nameOf(keyed(request))), call));
  },
  insertDigestEvents: async () => {},
  insertCarriedEvents: async () => {},
  rescheduleClosing: async () => {},
  async enterThrottles(call, entries) {
    const current = mapOf(await findThrottleWindows(call, entries));
    return entries.map((entry) => entered(entry, current.get(nameOf(entry)), call));
  },
};

function joined(request: WindowRequest, open: Window | undefined, { now }: GateCall): Window {
  if (open) return { ...open, eventCount: open.eventCount + request.count };
  const { count: eventCount, ...window } = request;
  const isFull = request.closesAtCount !== null && eventCount >= request.closesAtCount;
  return { ...window, eventCount, closesAt: isFull ? now : request.closesAt };
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
