import { createClient } from "@tidings/client";
import { benchEvent, createBenchWorkflow, subscriberAt } from "./bench-workflow.ts";
import { asFastAsPossible, expectOnly, quantile, type Target } from "./load.ts";
import { openOurs, storedCount } from "./suite/ours.ts";
import { untilStored } from "./suite/stored.ts";
import type { Course } from "./suite/workload.ts";
import { senderToOurs } from "./throughput.ts";

const SIZES = [10_000, 100_000, 1_000_000];
const QUICK_SIZES = [500, 1_000];
const GROWTH = 10;
const EVENTS_PER_CALL = 100;
const CONNECTIONS = 8;
const TRIGGERS = 5_000;
const QUICK_TRIGGERS = 200;
const READS = 500;
const IDS_PER_PAGE = 50;
const SUBSCRIBERS_READ = 20;

/** Measures one thing on a store of this size; the figures' names have their units. */
type Probe = (target: Target, reads: number) => Promise<Record<string, number>>;

/** What is measured at each size. */
const PROBES: readonly Probe[] = [retrieval, messageList];

export const growth: Course = {
  name: "growth",
  title: "The same work on a growing store",
  text: "At each size: triggers as fast as possible until their messages are stored, and calls one after the other. Every notification has one in-app message.",
  unit: "trigger",
  xName: "notifications",
  run: async (options, point) => {
    const { target, roots, close } = await openOurs(options);
    try {
      await createBenchWorkflow(target);
      const send = senderToOurs(target);
      for (const size of sizesUpTo(options.size, options.isQuick)) {
        await fill(target, size);
        const probed: Record<string, number> = {};
        for (const probe of PROBES)
          Object.assign(probed, await probe(target, options.isQuick ? READS / 10 : READS));
        // Processor time is that of the triggers.
        await point(size, roots(), async () => {
          const round = await send(options.isQuick ? QUICK_TRIGGERS : TRIGGERS);
          return { ...round, figures: { ...round.figures, ...probed } };
        });
      }
    } finally {
      await close();
    }
  },
};

/** Ten thousand, and then ten times as many each, up to `size`. */
function sizesUpTo(size: number | undefined, isQuick: boolean): readonly number[] {
  if (size === undefined) return isQuick ? QUICK_SIZES : SIZES;
  const sizes = [Math.min(size, SIZES[0] as number)];
  while ((sizes.at(-1) as number) < size) sizes.push(Math.min(size, (sizes.at(-1) as number) * GROWTH));
  return sizes;
}

async function fill(target: Target, size: number): Promise<void> {
  const from = await storedCount(target);
  if (from >= size) return;
  const load = await asFastAsPossible(target, {
    count: Math.ceil((size - from) / EVENTS_PER_CALL),
    connections: CONNECTIONS,
    request: (call) => {
      const first = from + call * EVENTS_PER_CALL;
      const length = Math.min(EVENTS_PER_CALL, size - first);
      const events = Array.from({ length }, (_, at) => benchEvent(first + at));
      return { path: "/v1/events/trigger/bulk", body: JSON.stringify({ events }) };
    },
  });
  expectOnly(201, load);
  await untilStored(size, () => storedCount(target));
}

/** Notifications by their id, of different subscribers and ages. */
async function retrieval(target: Target, reads: number): Promise<Record<string, number>> {
  const client = createClient(target);
  const ids: string[] = [];
  for (let index = 0; index < SUBSCRIBERS_READ; index += 1) {
    const search = { subscriberId: subscriberAt(index * 7), limit: IDS_PER_PAGE };
    const { totalCount = 0 } = await client.messages.list({ ...search, limit: 1 });
    const page = index % Math.max(1, Math.ceil(totalCount / IDS_PER_PAGE));
    const { data } = await client.messages.list({ ...search, page });
    ids.push(...data.map(({ _notificationId }) => _notificationId as string));
  }
  const path = (index: number) => `/v1/notifications/${ids[(index * 31) % ids.length]}`;
  return timed(target, reads, { name: "retrieval", path });
}

/** The first page of a subscriber's messages, with their total. */
function messageList(target: Target, reads: number): Promise<Record<string, number>> {
  return timed(target, reads, {
    name: "messages of a subscriber",
    path: (index) => `/v1/messages?subscriberId=${subscriberAt(index)}`,
  });
}

type Calls = { name: string; path: (index: number) => string };

async function timed(target: Target, reads: number, { name, path }: Calls): Promise<Record<string, number>> {
  const load = await asFastAsPossible(target, {
    count: reads,
    connections: 1,
    request: (index) => ({ path: path(index) }),
  });
  expectOnly(200, load);
  const { latenciesMs } = load;
  return {
    [`${name} p50 (ms)`]: quantile(latenciesMs, 0.5),
    [`${name} p99 (ms)`]: quantile(latenciesMs, 0.99),
  };
}
