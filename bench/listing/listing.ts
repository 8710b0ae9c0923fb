import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@tidings/client";
import type pg from "pg";
import { quantile, type Target } from "../load.ts";
import { type Serving, serve } from "../serving.ts";
import type { Options } from "../suite/workload.ts";
import { connectStore, fill } from "./fill.ts";
import { type Query, queriesOf } from "./queries.ts";

const MESSAGES = 10_000_000;
const READS = 20;
/** Before them, so that pages and plans are in memory. */
const WARM_READS = 2;

type Listed = { totalCount?: number };

/**
 * Fills a store by SQL with messages of one environment (a tenth of them also dead letters) and reads pages of each
 * filter with their totals through the API, one request at a time. @returns the rows of a table.
 */
export async function listing({ size = MESSAGES, store }: Options): Promise<string[]> {
  const isFilled = store !== undefined && existsSync(store);
  const serving = await serve(store);
  try {
    const client = await connectStore(serving.dataDirectory);
    const took = isFilled ? [] : [await prepare(client, serving, size)];
    await addedUp(client).finally(() => client.end());
    const queries = await queriesOf(serving, size);
    const rows: string[] = [];
    for (const query of queries) rows.push(await measure(serving, query));
    return [
      ...took,
      "| List | total | fastest ms | p50 ms | p95 ms |",
      "| --- | --- | --- | --- | --- |",
      ...rows,
    ];
  } finally {
    await serving.stop();
    if (store === undefined) await serving.remove();
  }
}

async function prepare(client: pg.Client, serving: Serving, size: number): Promise<string> {
  const api = createClient(serving);
  for (const workflowId of ["listed-a", "listed-b"]) {
    const steps = [{ name: "mail", type: "email", controlValues: { subject: "Hello", body: "Hello" } }];
    await api.workflows.create({ name: workflowId, workflowId, __source: "bench", steps: steps as never });
  }
  const { rows } = await client.query<{ environment_id: string }>(
    "select environment_id from workflows where identifier = 'listed-a'",
  );
  const startMs = performance.now();
  await fill(client, rows[0]?.environment_id as string, size);
  return `${size} messages written in ${((performance.now() - startMs) / 1_000).toFixed(0)} s`;
}

/** Waits until workers have added up what the triggers appended. */
async function addedUp(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::integer as count from count_appends",
    );
    if (rows[0]?.count === 0) return;
    await sleep(1_000);
  }
}

async function measure(target: Target, { name, path }: Query): Promise<string> {
  const times: number[] = [];
  let total: number | undefined;
  for (let at = -WARM_READS; at < READS; at += 1) {
    const startMs = performance.now();
    const page = await read(target, path);
    if (!page) return `| ${name} | no answer within 30 s | | | |`;
    total = page.totalCount;
    if (at >= 0) times.push(performance.now() - startMs);
  }
  const ms = (share: number) => quantile(times, share).toFixed(1);
  return `| ${name} | ${total?.toLocaleString("en") ?? ""} | ${ms(0)} | ${ms(0.5)} | ${ms(0.95)} |`;
}

/** @returns undefined if the server gave the statement up. */
async function read({ url, apiKey }: Target, path: string): Promise<Listed | undefined> {
  const response = await fetch(url + path, { headers: { authorization: `ApiKey ${apiKey}` } });
  if (response.status === 503) return undefined;
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Listed;
}
