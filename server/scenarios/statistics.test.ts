import sql, { raw } from "sql-template-tag";
import { expect, test } from "vitest";
import { APPENDED_COUNTS, OLD_STATISTICS } from "../src/statistics/statistics-store.ts";
import { email, inApp, sms } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

const ONLY_VIP = { skip: { "==": [{ var: "payload.vip" }, true] } };

/** Two workflows; `shop` sends into the inbox, by e-mail to who has an address, and by SMS only to VIPs. */
async function shop(): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("furnished");
  await environment.given.workflow("shop", [inApp("Hi"), email("<p>Hi</p>"), sms("Hi", ONLY_VIP)], {
    name: "Shop",
  });
  await environment.given.workflow("broken", [inApp("{{ payload.name | nosuch: 1 }}", { subject: "x" })]);
  await environment.given.subscriber("ada", { email: "ada@example.com" });
  await environment.given.subscriber("bob");
  return environment;
}

const read = async (environment: TestEnvironment, query = "") =>
  (await environment.get(`/v1/statistics${query}`)).body;

const run = async (environment: TestEnvironment, workflow: string, to: string) =>
  environment.finished(await environment.trigger(workflow, to));

/** As the service does every minute. */
const addUp = () => APPENDED_COUNTS.purge(service.database, 10_000);

const appended = ({ id }: TestEnvironment) =>
  service.database.queryPlanned(sql`select 1 from statistics_appends where environment_id = ${id}`);

// Both get the in-app message, only Ada the e-mail; Bob has no address; the SMS is for VIPs.
const OF_TWO = { notifications: 2, delivered: 3, failed: 0, unreachable: 1, notSent: 2 };

const sumOf = (periods: readonly Record<string, number>[]) =>
  Object.fromEntries(
    Object.keys(OF_TWO).map((key) => [key, periods.reduce((sum, one) => sum + (one[key] ?? 0), 0)]),
  );

test("statistics: steps are counted in the hour in which they ended, also after they are added up", async () => {
  const environment = await shop();
  for (const to of ["ada", "bob"]) await run(environment, "shop", to);
  for (const isSummed of [false, true]) {
    if (isSummed) await addUp();
    const answer = await read(environment);
    expect(answer.totals).toEqual(OF_TWO);
    expect(answer.periods.length).toBeGreaterThanOrEqual(24);
    // Two, because an hour may end meanwhile.
    expect(sumOf(answer.periods.slice(-2))).toEqual(OF_TWO);
    expect(answer).not.toHaveProperty("groups");
  }
  expect(await appended(environment)).toEqual([]);
  await run(environment, "shop", "ada");
  await addUp();
  expect((await read(environment)).totals).toMatchObject({ notifications: 3, delivered: 5 });
});

test("statistics: by workflow, channel, integration and reason, the largest first", async () => {
  const environment = await shop();
  for (const to of ["ada", "bob"]) await run(environment, "shop", to);
  await run(environment, "broken", "ada");
  const groupsBy = async (by: string) => (await read(environment, `?per=day&by=${by}`)).groups;
  expect((await read(await service.newEnvironment("furnished"), "?by=workflow")).groups).toEqual([]);
  const failed = { delivered: 0, failed: 1, unreachable: 0, notSent: 0 };
  expect(await groupsBy("workflow")).toEqual([
    { key: "shop", name: "Shop", ...OF_TWO },
    { key: "broken", name: "broken", notifications: 1, ...failed },
  ]);
  const channels = await groupsBy("channel");
  expect(channels.map(({ key }: { key: string }) => key)).toEqual(["in_app", "email", "sms"]);
  expect(channels[0]).toEqual({ key: "in_app", delivered: 2, failed: 1, unreachable: 0, notSent: 0 });
  expect(await groupsBy("reason")).toEqual([
    { key: "condition_not_met", delivered: 0, failed: 0, unreachable: 0, notSent: 2 },
    { key: "content_failed", ...failed },
    { key: "no_email", delivered: 0, failed: 0, unreachable: 1, notSent: 0 },
  ]);
  const { body } = await environment.get("/v1/integrations");
  const mail = body.find(({ channel }: { channel: string }) => channel === "email");
  const integrations = await groupsBy("integration");
  expect(integrations.find(({ key }: { key: string }) => key === mail._id)).toMatchObject({
    name: mail.name,
    delivered: 1,
  });
});

test("statistics: a test environment counts in the hour of its own clock", async () => {
  const environment = await service.newEnvironment("test");
  await environment.given.workflow("hello", [inApp("Hi")]);
  const to = new Date(Date.now() + 40 * 24 * 3_600_000).toISOString();
  await environment.post("/v1/test-clock", { now: to });
  await run(environment, "hello", "ada");
  const { periods, totals } = await read(environment);
  expect(totals).toMatchObject({ notifications: 1, delivered: 1 });
  expect(periods.at(-1).startsAt).toBe(`${to.slice(0, 13)}:00:00.000Z`);
});

test.each([
  ["?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "from must be before to"],
  ["?from=2026-01-01T00:00:00Z&to=2026-06-01T00:00:00Z", "at most 31 days apart"],
  ["?per=day&from=2025-01-01T00:00:00Z&to=2026-06-01T00:00:00Z", "at most 400 days apart"],
  ["?per=week", "per"],
  ["?from=yesterday", "from"],
])("statistics: %s is refused", async (query, message) => {
  const environment = await service.newEnvironment();
  const { status, body } = await environment.get(`/v1/statistics${query}`);
  expect([400, 422]).toContain(status);
  expect(JSON.stringify(body)).toContain(message);
});

test("statistics: counts by hour go after 31 days, counts by day stay", async () => {
  const environment = await service.newEnvironment("test");
  await environment.given.workflow("hello", [inApp("Hi")]);
  await environment.post("/v1/test-clock", { now: new Date().toISOString() });
  await run(environment, "hello", "ada");
  await addUp();
  const to = new Date(Date.now() + 40 * 24 * 3_600_000).toISOString();
  await environment.post("/v1/test-clock", { now: to });
  for (const rule of OLD_STATISTICS) await rule.purge(service.database, 10_000);
  const rows = (table: string) =>
    service.database.queryPlanned(sql`select 1 from ${raw(table)} where environment_id = ${environment.id}`);
  expect(await rows("statistics_hours")).toEqual([]);
  const from = new Date(Date.now() - 24 * 3_600_000).toISOString();
  expect((await read(environment, `?per=day&from=${from}`)).totals).toMatchObject({ notifications: 1 });
});
