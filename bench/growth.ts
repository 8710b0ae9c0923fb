import { benchEvent } from "./bench-workflow.ts";
import { type Filled, filledId, fillTo } from "./filling/filled-store.ts";
import { ownerOf } from "./filling/notifications.ts";
import { personAt } from "./filling/population.ts";
import type { Target } from "./load.ts";
import { aboutGrowth } from "./suite/conclusions.ts";
import { openOurs } from "./suite/ours.ts";
import { figuresOfReads, type Reads, timeReads } from "./suite/reads.ts";
import type { Course, Figures, Options, Round } from "./suite/workload.ts";
import { senderToOurs } from "./throughput.ts";

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const QUICK_SIZES = [500, 1_000];
const GROWTH = 10;
const TRIGGERS = 5_000;
const QUICK_TRIGGERS = 200;
/** Of each kind. */
const READS = { most: 500, mostMs: 5_000 };
const QUICK_READS = { most: 20, mostMs: 1_000 };
/** A prime, so that consecutive reads are of rows far from each other. */
const STRIDE = 7_919;

export const growth: Course = {
  name: "growth",
  title: "The same work on a growing store",
  text: "At each size n: n subscribers, n notifications with a message each, and n / 10 dead letters, written by SQL as the service writes them, and vacuumed. Then reads one after the other, and triggers to random subscribers of the n as fast as possible until their messages are stored. Processor time and peak memory are those of the triggers.",
  unit: "trigger",
  xName: "rows",
  conclude: aboutGrowth,
  run: async (options, point) => {
    if (options.target) throw new Error("growth writes rows by SQL: it cannot measure a running server");
    const { target, dataDirectory = "", roots, close } = await openOurs(options);
    const measure = async (filled: Filled) => {
      const read = await readAll(target, filled, options);
      await point(filled.size, roots(), async () => {
        const round = await triggerAll(target, filled, options);
        return { ...round, figures: { ...round.figures, ...read } };
      });
    };
    try {
      const [first = 0, ...others] = sizesUpTo(options);
      const filled = await fillTo({ target, dataDirectory }, first);
      // Not timed: a process that has just started is slower.
      await readAll(target, filled, options);
      await triggerAll(target, filled, options);
      await measure(filled);
      for (const size of others) await measure(await fillTo({ target, dataDirectory }, size));
    } finally {
      await close();
    }
  },
};

/** Ten thousand, and then ten times as many each, up to `size`. */
function sizesUpTo({ size, isQuick }: Options): readonly number[] {
  if (size === undefined) return isQuick ? QUICK_SIZES : SIZES;
  const sizes = [Math.min(size, SIZES[0] as number)];
  while ((sizes.at(-1) as number) < size) sizes.push(Math.min(size, (sizes.at(-1) as number) * GROWTH));
  return sizes;
}

function triggerAll(target: Target, { size }: Filled, { isQuick }: Options): Promise<Round> {
  const to = (index: number) => `user-${(index * STRIDE) % size}`;
  const send = senderToOurs(target, (index) => ({ ...benchEvent(index), to: to(index) }));
  return send(isQuick ? QUICK_TRIGGERS : TRIGGERS);
}

async function readAll(target: Target, filled: Filled, { isQuick }: Options): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const reads of readsOf(filled)) {
    const latenciesMs = await timeReads(target, reads, isQuick ? QUICK_READS : READS);
    Object.assign(figures, figuresOfReads(reads.name, latenciesMs));
  }
  return figures;
}

function readsOf(filled: Filled): Reads[] {
  const { size } = filled;
  const at = (index: number) => (index * STRIDE) % size;
  const search = (query: Record<string, string>) => `/v2/subscribers?${new URLSearchParams(query)}`;
  const nameAt = (index: number) => {
    const { firstName, lastName } = personAt(at(index));
    return `${firstName} ${lastName}`;
  };
  return [
    { name: "retrieval", path: (index) => `/v1/notifications/${filledId(filled, at(index))}` },
    { name: "messages, first page", path: () => "/v1/messages" },
    { name: "messages, middle", path: () => `/v1/messages?page=${Math.floor(size / 20)}` },
    { name: "failed e-mails", path: () => "/v1/messages?channel=email&status=error" },
    {
      name: "messages of a subscriber",
      path: (index) => `/v1/messages?subscriberId=user-${ownerOf(at(index))}`,
    },
    { name: "subscribers, first page", path: () => search({}) },
    { name: "search: address", path: (index) => search({ email: personAt(at(index)).email ?? "nemo@" }) },
    { name: "search: name", path: (index) => search({ name: nameAt(index) }) },
    { name: "search: name of 5 %", path: () => search({ name: "Anna" }) },
  ];
}
