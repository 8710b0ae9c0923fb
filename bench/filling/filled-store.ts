import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@tidings/client";
import type pg from "pg";
import { createBenchWorkflow } from "../bench-workflow.ts";
import type { Target } from "../load.ts";
import { withClient } from "../suite/postgres.ts";
import { fillNotifications, type Portion } from "./notifications.ts";
import { fillSubscribers } from "./subscribers.ts";
import { withoutIndexes } from "./without-indexes.ts";

/** A store of the service with many rows, written by SQL in a fraction of the time that the API takes. */

const DAYS = 20;
/** Rows of a store with the most rows lie evenly in these days. */
const MOST = 10_000_000;
/** Between two rows. */
export const STEP_MS = (DAYS * 86_400_000) / MOST;
/** Fewer rows than this are written with all indexes. */
const MANY = 100_000;
const WORKFLOWS = ["filled-a", "filled-b"];

type Part = {
  readonly tables: readonly string[];
  readonly fill: (client: pg.Client, portion: Portion) => Promise<void>;
};
const PARTS: readonly Part[] = [
  { tables: ["subscribers"], fill: fillSubscribers },
  { tables: ["triggers", "notifications", "jobs", "messages", "dead_letters"], fill: fillNotifications },
];

/** What is in the store: subscribers and notifications with the numbers from 0 to `size` - 1. */
export type Filled = { readonly size: number; readonly startMs: number };

/** The service and the data directory of its embedded PostgreSQL. */
export type Store = { readonly target: Target; readonly dataDirectory: string };

/**
 * Fills the store up to `size` subscribers and as many notifications, each with its trigger, job and message, of which half are
 * in-app, 1 % failed and 0.1 % waiting, and a dead letter for every tenth. Continues after an interruption.
 */
export async function fillTo({ target, dataDirectory }: Store, size: number): Promise<Filled> {
  await createWorkflows(target);
  const { size: from, startMs } = await withClient(dataDirectory, readFilled);
  if (from >= size) return { size: from, startMs };
  const portion = { from, to: size, startMs, stepMs: STEP_MS };
  // Two connections, because PostgreSQL then uses both cores.
  await Promise.all(
    PARTS.map((part) => withClient(dataDirectory, (client) => fillPart(client, part, portion))),
  );
  await withClient(dataDirectory, async (client) => {
    await client.query("update bench_filled set size = $1", [size]);
    if (size - from >= MANY) await addedUp(client);
    await client.query("checkpoint");
  });
  return { size, startMs };
}

async function fillPart(client: pg.Client, { tables, fill }: Part, portion: Portion): Promise<void> {
  await client.query("set statement_timeout = 0");
  const write = () => fill(client, portion);
  if (portion.to - portion.from < MANY) await write();
  else await withoutIndexes(client, tables, write);
  await client.query(`vacuum (analyze) ${tables.join()}`);
}

/** The id of a subscriber or a notification. */
export function filledId({ startMs }: Filled, index: number): string {
  const hex = (number: number) => Math.floor(number).toString(16).padStart(12, "0");
  return hex(startMs + index * STEP_MS) + hex(index);
}

async function createWorkflows(target: Target): Promise<void> {
  const client = createClient(target);
  await createBenchWorkflow(target);
  const { workflows } = await client.workflows.list({ limit: 100 });
  for (const workflowId of WORKFLOWS.filter((id) => !workflows.some((one) => one.workflowId === id))) {
    const steps = [
      { name: "mail", type: "email" as const, controlValues: { subject: "Hello", body: "Hello" } },
    ];
    await client.workflows.create({ name: workflowId, workflowId, __source: "bench", steps });
  }
}

async function readFilled(client: pg.Client): Promise<Filled> {
  await client.query("create table if not exists bench_filled (size bigint, start_ms float8)");
  await client.query(
    "create table if not exists bench_indexes (table_name text, name text, definition text)",
  );
  await client.query(
    `insert into bench_filled select 0, floor(extract(epoch from now()) * 1000) - ${DAYS * 86_400_000}
     where not exists (select from bench_filled)`,
  );
  const { rows } = await client.query<Filled>(
    `select size::float8 as size, start_ms as "startMs" from bench_filled`,
  );
  return rows[0] as Filled;
}

/** Waits until workers have added up the counts that the triggers of the database appended. */
async function addedUp(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isAny: boolean }>(
      `select exists (select from count_appends) as "isAny"`,
    );
    if (!rows[0]?.isAny) return;
    await sleep(500);
  }
}
