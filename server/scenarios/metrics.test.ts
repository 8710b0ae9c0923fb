import sql, { type Sql } from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { keyedCaller } from "../testing/keyed-caller.ts";
import { type Scrape, scrape } from "../testing/scrape.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, digest, email, inApp, lasting, sms, throttle } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

/** Work of every kind is done; `/metrics` must agree with the database. */

const provider = await useScriptedProvider();
const service = await useTestService({ metricsPort: 0 });
let metrics: Scrape;
/** The provider forgets its calls before each test. */
let callCount = 0;

beforeAll(async () => {
  await doAllKindsOfWork();
  callCount = provider.calls.length;
  metrics = await scrape(service.metricsUrl ?? "");
});

const optional = { ...inApp("b", { skip: { "==": [{ var: "payload.n" }, 1] } }), stepId: "b" };

async function doAllKindsOfWork(): Promise<void> {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/mail`);
  await environment.given.integration("generic-sms", `${provider.url}/sms`);
  provider.script("/mail", status(400), status(401), status(200), status(429), status(500));
  provider.script("/sms", ...Array(4).fill(status(503)));
  await environment.given.workflow("limited", [throttle(lasting(1, "hours")), inApp("a")]);
  await environment.given.workflow("collected", [digest(lasting(1, "hours")), email("Hello")]);
  await environment.given.workflow("later", [inApp("a"), delay(lasting(2, "days")), optional]);
  await environment.given.workflow("otp", [email("Hello"), sms("Code {{ payload.code }}"), optional]);
  const to = Array.from({ length: 4 }, (_, index) => ({ ...ada, subscriberId: `s${index}` }));
  for (let n = 0; n < 2; n += 1) {
    await environment.trigger("limited", "ada");
    await environment.trigger("collected", ada, { payload: { n } });
    await environment.trigger("otp", to, { payload: { n, code: 1 } });
    await settled(environment);
  }
  await environment.trigger("later", to, { transactionId: "canceled" });
  await environment.trigger("later", "ada", { transactionId: "repeated" });
  await environment.trigger("later", "ada", { transactionId: "repeated" });
  await settled(environment);
  await environment.delete("/v1/events/trigger/canceled");
  await environment.post("/v1/events/trigger/explain", { name: "later", to: "ada" });
  await environment.post("/v1/events/trigger", { name: "nothing", to: "ada" });
  const call = keyedCaller(service.url, environment.apiKey);
  const events = [
    { name: "otp", to: "ada", payload: {} },
    { name: "nothing", to: "ada" },
  ];
  for (let times = 0; times < 2; times += 1) {
    await call({ path: "/v1/events/trigger/bulk", body: { events }, key: "k" });
  }
  await advance(environment, 3, "days");
}

const rowsOf = async (statement: Sql): Promise<Record<string, number>> => {
  const rows = await service.database.queryPlanned<{ labels: string; count: number }>(statement);
  return Object.fromEntries(rows.map(({ labels, count }) => [labels, count]));
};
const countOf = async (statement: Sql): Promise<number> =>
  (await service.database.queryPlanned<{ count: number }>(statement))[0]?.count ?? Number.NaN;

test("triggers accepted: equal those stored, without duplicates, refusals and explanations", async () => {
  const stored = await countOf(sql`select count(*)::integer as count from triggers`);
  expect(stored).toBeGreaterThan(6);
  expect(metrics.of("tidings_triggers_accepted_total")).toBe(stored);
});

test("jobs ended: equal the jobs in a final status, by type and status", async () => {
  const ended = await rowsOf(sql`
    select 'status=' || status || ',type=' || type as labels, count(*)::integer as count from jobs
    where status in ('completed', 'failed', 'canceled', 'merged', 'skipped') group by 1`);
  const kinds = Object.keys(ended).map((labels) => /status=(\w+)/.exec(labels)?.[1]);
  expect([...new Set(kinds)].sort()).toEqual(["canceled", "completed", "failed", "merged", "skipped"]);
  expect(metrics.all("tidings_jobs_ended_total")).toEqual(ended);
});

test("provider attempts: equal those in the execution details and the calls that arrived", async () => {
  const recorded = await rowsOf(sql`
    select 'outcome=' || coalesce(raw::json ->> 'outcome', 'accepted') || ',provider=' || provider_id as labels,
      count(*)::integer as count
    from execution_details
    where provider_id <> 'svc' and code in ('message_sent', 'attempt_failed', 'provider_failed', 'credentials_failed', 'content_failed', 'failed_over')
    group by 1`);
  expect(Object.keys(recorded).length).toBeGreaterThan(4);
  const counted = metrics.all("tidings_provider_attempt_duration_seconds_count");
  expect(counted).toEqual(recorded);
  expect(Object.values(counted).reduce((sum, count) => sum + count)).toBe(callCount);
});

test("dead letters: equal those in the database, by channel and reason", async () => {
  const letters = await rowsOf(sql`
    select 'channel=' || channel || ',reason=' || reason as labels, count(*)::integer as count
    from dead_letters group by 1`);
  expect(Object.keys(letters).length).toBeGreaterThan(1);
  expect(metrics.all("tidings_dead_letters_total")).toEqual(letters);
});
