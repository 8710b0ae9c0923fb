/** What stands in the built product, once, and what a careless hand would have written instead. */
export type Patch = { file: string; from: string; to: string };

/**
 * Bugs for a copy of the product that only the harness runs: they are put in as its files are loaded, so that the
 * product itself knows nothing of them. Who changes one of these lines changes the bug with it; a test holds them together.
 */
export const PATCHES = {
  /** 201 before COMMIT. */
  ack_before_commit: [
    {
      file: "server/dist/triggers/accept-requests.js",
      from: "const stored = await insertTriggers(database, environmentId, triggers);",
      to: `setTimeout(() => void insertTriggers(database, environmentId, triggers).catch(() => {}), 100);
    return judged.map(({ accepted }) => accepted);
    const stored = new Set();`,
    },
  ],
  /** A transactionId is taken as often as it comes. */
  no_unique: [
    {
      file: "server/dist/triggers/trigger-store.js",
      from: "on conflict (environment_id, transaction_id) do nothing",
      to: "on conflict do nothing",
    },
  ],
  /** Outcomes are stored by whoever has them. */
  no_fence: [
    {
      file: "server/dist/delivery/settle/settle.js",
      from: "return runs.filter(({ isNew, notification: { id }, held }) =>",
      to: `for (const fence of fences) ours.add(fenceName(fence));
    return runs.filter(({ isNew, notification: { id }, held }) =>`,
    },
  ],
  /** Every statement commits for itself. */
  enqueue_after_commit: [
    {
      file: "server/dist/delivery/settle/settle.js",
      from: "const stored = await database.transaction(async (tx) => {",
      to: "const stored = await ((work) => work(database))(async (tx) => {",
    },
  ],
  /** Nobody but this process knows when a delay is over. */
  timer_in_memory: [
    {
      file: "server/dist/delivery/settle/settle.js",
      from: 'failpoint("W7");',
      to: `for (const { status, due, id } of stored.flatMap((run) => run.jobs))
        if (status === "delayed" && due.kind === "at")
            setTimeout(() => database.query({
                text: "update jobs set due_at = now() where environment_id = $1 and id = $2 and status = 'delayed'",
                values: [environmentId, id],
            }), due.at.getTime() - now.getTime());`,
    },
    {
      file: "server/dist/delivery/settle/settle.js",
      from: 'dueAt: due.kind === "at" ? due.at : null,',
      to: 'dueAt: due.kind === "at" && job.status !== "delayed" ? due.at : null,',
    },
  ],
  /** A digest is read and not closed. */
  naive_digest: [
    {
      file: "server/dist/delivery/digest/close-windows.js",
      from: "await closeWindows(database, environmentId, ids);",
      to: ";",
    },
  ],
  /** A new key for every try. */
  random_provider_key: [
    {
      file: "server/dist/delivery/send/attempt.js",
      from: 'createHash("sha256").update(name)',
      to: 'createHash("sha256").update(name + Math.random())',
    },
  ],
  /** A refusal is taken for a success. */
  swallow_error: [
    {
      file: "server/dist/delivery/send/attempt.js",
      from: 'failpoint("W5");',
      to: 'return { kind: "accepted" };',
    },
  ],
  /** Subscribers are looked for in all environments. */
  unscoped_query: [
    {
      file: "server/dist/subscribers/subscriber-store.js",
      from: "and s.subscriber_id = any(",
      to: "is not null and s.subscriber_id = any(",
    },
  ],
  /** A replay is answered with another status. */
  status_lost_on_replay: [
    {
      file: "server/dist/http/idempotent-answer.js",
      from: 'reply.header("idempotency-replay", "true");',
      to: 'reply.header("idempotency-replay", "true"); return { ...once.answer, status: 200 };',
    },
  ],
  /** No bug of ours: a message at which every worker runs out of memory. */
  poison: [
    {
      file: "server/dist/delivery/send/attempt.js",
      from: 'failpoint("W3");',
      to: `if (JSON.stringify(attempted.run.payload).includes("poison"))
            for (const hoard = [];;) hoard.push(new Array(100_000).fill(hoard.length));`,
    },
  ],
} satisfies Readonly<Record<string, readonly Patch[]>>;

export type Seedling = keyof typeof PATCHES;

/** @throws Error where the product has changed, and the bug does not fit any more. */
export function patched(seedling: Seedling, url: string, source: string): string {
  const patches: readonly Patch[] = PATCHES[seedling];
  return patches
    .filter(({ file }) => url.endsWith(`/${file}`))
    .reduce((text, { file, from, to }) => {
      const [before, after, more] = text.split(from);
      if (before === undefined || after === undefined || more !== undefined)
        throw new Error(`the seeded bug ${seedling} does not fit ${file} any more`);
      return before + to + after;
    }, source);
}
