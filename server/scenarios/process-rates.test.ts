import type { ServerResponse } from "node:http";
import type { IntegrationRates } from "@tidings/contract";
import { afterEach, expect, test, vi } from "vitest";
import { LEASE_SECONDS } from "../src/delivery/queue/lease.ts";
import { withClient } from "../testing/cluster.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { email } from "../testing/steps.ts";
import { cloneDatabase, type TestDatabase } from "../testing/test-database.ts";
import { type TestProcess, useTestMachines } from "../testing/test-process.ts";

/** Two processes share the rates of an integration, and one of them ends while its calls are in progress. */

const CONCURRENCY = 2;
const MAILS = 6;
vi.setConfig({ testTimeout: PATIENCE_MS * 10 });

/** Responses that the provider holds back; undefined while it answers at once. */
let held: ServerResponse[] | undefined;
const answer = (response: ServerResponse) => response.end('{"id":"m1"}');
const provider = await useHttpReceiver((_call, response) => {
  if (held) held.push(response);
  else answer(response);
});
let database: TestDatabase | undefined;
afterEach(() => database?.drop());
/** Declared last, so that machines are closed before their database is dropped. */
const newMachine = useTestMachines();

const query = <T = any>(statement: string, values: unknown[] = []): Promise<T[]> =>
  withClient((database as TestDatabase).url, async (client) => (await client.query(statement, values)).rows);
const placesOf = async (): Promise<Record<string, { held: number; until: number }>> =>
  (await query("select places from integration_rates"))[0].places;
const keys = () => provider.calls.map(({ headers }) => headers["idempotency-key"] as string);

/** Calls are held while processes are signalled and the database is asked: on a busy machine for longer than the 10 s of a call. */
const PATIENT = { NODE_ENV: "test", TIDINGS_FAILPOINT: `answer_ms=${PATIENCE_MS}` };

/**
 * The first process holds all concurrent calls of the integration, so that the second one has no place. The second one starts before
 * and stands still meanwhile.
 */
async function open(more: IntegrationRates): Promise<Opened> {
  provider.calls.length = 0;
  held = [];
  database = await cloneDatabase();
  const machine = await newMachine();
  const env = { DATABASE_URL: database.url, TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8", ...PATIENT };
  const first = await machine.serve([], env);
  const caller = first.caller();
  const rates = { concurrency: CONCURRENCY, ...more };
  const { _id } = await caller.given.integration("email-webhook", `${provider.url}/mail`, {
    check: false,
    rates,
  });
  await caller.post(`/v1/integrations/${_id}/set-primary`);
  await caller.given.workflow("mail", [email("Hello")]);
  const second = await machine.serve([], env);
  process.kill(second.pid, "SIGSTOP");
  const to = Array.from({ length: MAILS }, (_, n) => ({ subscriberId: `s${n}`, email: `s${n}@example.com` }));
  const transactionId = await caller.trigger("mail", to);
  await vi.waitFor(() => expect(held).toHaveLength(CONCURRENCY), PATIENCE_MS);
  process.kill(second.pid, "SIGCONT");
  const [place] = Object.values(await placesOf());
  expect(place?.held).toBe(CONCURRENCY);
  return { first, second, transactionId };
}

type Opened = { first: TestProcess; second: TestProcess; transactionId: string };

/** All mails are sent; the second process sends what the first one did not. */
async function expectSent({ first, second, transactionId }: Opened): Promise<void> {
  const notifications = await second.caller(first.apiKey).finished(transactionId, MAILS);
  const codes = notifications.flatMap((one: any) =>
    one.jobs[0].executionDetails.map(({ code }: any) => code as string),
  );
  expect(codes.filter((code: string) => code === "message_sent")).toHaveLength(MAILS);
  expect(codes).not.toContain("attempt_failed");
  expect(new Set(keys()).size).toBe(MAILS);
}

test("a killed process: its places end with its lease, and another process sends the rest", async () => {
  const opened = await open({});
  const before = keys();
  await opened.first.end("SIGKILL");
  held = undefined;
  const [place] = Object.values(await placesOf());
  expect(place?.held).toBe(CONCURRENCY);
  // As if the lease had passed: a living process renews its own meanwhile.
  await query(
    `update integration_rates set places = (
       select jsonb_object_agg(key, jsonb_set(value, '{until}', to_jsonb((value->>'until')::float8 - $1))) from jsonb_each(places))`,
    [LEASE_SECONDS],
  );
  await query(
    `update jobs set due_at = due_at - make_interval(secs => $1) where due_at is not null and unfinished_claims > 0`,
    [LEASE_SECONDS],
  );
  await expectSent(opened);
  // Only the mails that were being sent may have been sent by the killed process, too: they go again under their keys.
  const twice = keys().filter((key, index, all) => all.indexOf(key) !== index);
  expect(twice.toSorted()).toEqual(before.toSorted());
  expect(await opened.second.end("SIGTERM")).toMatchObject({ code: 0 });
});

test("SIGTERM: mails return to the queue with their places, and another process sends them today", async () => {
  // As many as there are mails: with a place less, the second process would wait for tomorrow.
  const opened = await open({ perDay: MAILS });
  const ending = opened.first.end("SIGTERM");
  await vi.waitFor(
    async () => expect((await query("select used from integration_rates"))[0].used).toBeLessThan(MAILS),
    PATIENCE_MS,
  );
  for (const response of held ?? []) answer(response);
  held = undefined;
  expect(await ending).toMatchObject({ code: 0, complaints: "" });
  await expectSent(opened);
  expect(keys()).toHaveLength(MAILS);
  expect(await opened.second.end("SIGTERM")).toMatchObject({ code: 0 });
  expect(await placesOf()).toEqual({});
});
