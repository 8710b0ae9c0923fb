import { CAMPAIGN_PATCHES } from "./campaign-patches.ts";

/** Text that occurs once in a file of the built product, and its replacement. */
export type Patch = { file: string; from: string; to: string };

/**
 * Seeded bugs. They are patched into the product's files while a server of the harness loads them; the product has no
 * code for them. Change a quoted line of the product together with its patch: `patches.test.ts` fails where they differ.
 */
export const PATCHES = {
  /** 201 before COMMIT. */
  ack_before_commit: [
    {
      file: "server/dist/triggers/store-triggers.js",
      from: "const stored = await insertTriggers(database, environmentId, { triggers, holder });",
      to: `setTimeout(() => void insertTriggers(database, environmentId, { triggers, holder: undefined }).catch(() => {}), 100);
    return { answers: judged.map(({ accepted }) => accepted), held: [] };
    const stored = new Map();`,
    },
  ],
  /** Repeated transactionIds are accepted. */
  no_unique: [
    {
      file: "server/dist/triggers/trigger-store.js",
      from: "on conflict (environment_id, transaction_id) do nothing",
      to: "on conflict do nothing",
    },
  ],
  /** Outcomes are stored also by a worker that has lost its lease. */
  no_fence: [
    {
      file: "server/dist/delivery/settle/held-runs.js",
      from: "return fence !== undefined && held.has(fenceName(fence));",
      to: "return fence !== undefined;",
    },
  ],
  /** Every statement commits separately, and jobs are stored after their notifications. */
  enqueue_after_commit: [
    {
      file: "server/dist/delivery/settle/settle.js",
      from: "(storeBatch) => database.transaction(async (tx) => {",
      to: "(storeBatch) => ((work) => work(database))(async (tx) => {",
    },
    {
      file: "server/dist/delivery/settle/settle.js",
      from: "const storage = storeRuns(tx, environmentId, runs, storing);",
      to: "const storage = Promise.resolve();",
    },
    {
      file: "server/dist/delivery/settle/settle.js",
      from: "return storage;",
      to: "return storeRuns(tx, environmentId, runs, storing);",
    },
  ],
  /** The end of a delay is only a timer in this process. */
  timer_in_memory: [
    {
      file: "server/dist/delivery/settle/settle.js",
      from: 'failpoint("W7");',
      to: `for (const { status, due, id } of stored.flatMap(({ run }) => run.jobs))
        if (status === "delayed" && due.kind === "at")
            setTimeout(() => engine.database.query({
                text: "update jobs set due_at = now() where environment_id = $1 and id = $2 and status = 'delayed'",
                values: [environmentId, id],
            }), due.at.getTime() - now.getTime());`,
    },
    {
      file: "server/dist/delivery/settle/job-row.js",
      from: 'dueAt: due.kind === "at" ? due.at : undefined,',
      to: 'dueAt: due.kind === "at" && status !== "delayed" ? due.at : undefined,',
    },
  ],
  /** The next step begins while the message of the step before is with its provider. */
  steps_at_once: [
    {
      file: "server/dist/delivery/settle/next-steps.js",
      from: "(run.isSplit || (held !== undefined && waitsForAttempt(held, now)))",
      to: "true",
    },
    {
      file: "server/dist/delivery/settle/next-steps.js",
      from: '(state.status !== "running" || state.isHeld)',
      to: 'state.status !== "running"',
    },
  ],
  /** A digest window is read, but not closed. */
  naive_digest: [
    {
      file: "server/dist/delivery/digest/close-windows.js",
      from: "await closeWindows(database, environmentId, ids);",
      to: ";",
    },
  ],
  /** A new idempotency key for each attempt. */
  random_provider_key: [
    {
      file: "server/dist/delivery/send/attempt.js",
      from: 'createHash("sha256").update(name)',
      to: 'createHash("sha256").update(name + Math.random())',
    },
  ],
  /** A fallback that refuses the account ends the message, although the first integration is only out. */
  refused_fallback: [
    {
      file: "server/dist/delivery/send/next-action.js",
      from: 'return goBack(input) ?? giveUp("config_error");',
      to: 'return giveUp("config_error");',
    },
  ],
  /** A refused message is recorded as sent. */
  swallow_error: [
    {
      file: "server/dist/delivery/send/attempt.js",
      from: 'failpoint("W5");',
      to: 'return { kind: "accepted" };',
    },
  ],
  /** Subscribers are looked up in all environments. */
  unscoped_query: [
    {
      file: "server/dist/subscribers/subscriber-store.js",
      from: "and s.subscriber_id ${among(",
      to: "is not null and s.subscriber_id ${among(",
    },
  ],
  /** A replay has another status. */
  status_lost_on_replay: [
    {
      file: "server/dist/http/idempotent-response.js",
      from: 'reply.header("idempotency-replay", "true");',
      to: 'reply.header("idempotency-replay", "true"); return { ...once.response, status: 200 };',
    },
  ],
  /** Not a bug, but a poison message: every worker that sends it runs out of memory. */
  poison: [
    {
      file: "server/dist/delivery/send/attempt.js",
      from: 'failpoint("W3");',
      to: `if (JSON.stringify(attempted.run.payload).includes("poison"))
            for (const hoard = [];;) hoard.push(new Array(100_000).fill(hoard.length));`,
    },
  ],
  ...CAMPAIGN_PATCHES,
} satisfies Readonly<Record<string, readonly Patch[]>>;

export type SeededBug = keyof typeof PATCHES;

/** @throws Error where the quoted text does not occur exactly once in the file. */
export function applyPatches(seededBug: SeededBug, url: string, source: string): string {
  const patches: readonly Patch[] = PATCHES[seededBug];
  return patches
    .filter(({ file }) => url.endsWith(`/${file}`))
    .reduce((text, { file, from, to }) => {
      const [before, after, more] = text.split(from);
      if (before === undefined || after === undefined || more !== undefined)
        throw new Error(`the seeded bug ${seededBug} does not fit ${file}: its text must occur exactly once`);
      return before + to + after;
    }, source);
}
