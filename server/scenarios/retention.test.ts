import sql, { raw } from "sql-template-tag";
import { expect, test } from "vitest";
import { tidings } from "../../client/src/testing/command-line.ts";
import { oldDeadLetters } from "../src/dead-letters/dead-letter-store.ts";
import { expired } from "../src/delivery/retention/expired.ts";
import { saveRetention } from "../src/environments/retention-store.ts";
import type { Retention } from "../src/foundation/keeping-settings.ts";
import { statusesOf } from "../testing/job-readings.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, digest, email, inApp, lasting, step } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, messagesOf } from "../testing/virtual-time.ts";

/** Ended records are kept for some days of their environment's time, and then deleted in small batches. */

const provider = await useScriptedProvider();
const service = await useTestService();

const START = "2026-01-01T00:00:00.000Z";
const DEFAULTS: Retention = { notifications: 90, dead_letters: 30 };

/** One hourly purge, with batches so small that there are several. */
async function purge(settings: Retention = DEFAULTS): Promise<void> {
  for (const rule of [oldDeadLetters(settings), ...expired(settings)]) {
    while ((await rule.purge(service.database, 3)) === 3);
  }
}

const TABLES = [
  "triggers",
  "notifications",
  "jobs",
  "execution_details",
  "messages",
  "dead_letters",
] as const;
const DIGESTS = ["digest_windows", "digest_events"] as const;

/** The number of an environment's rows in each table; empty tables are left out. */
async function rowsOf({ id }: TestEnvironment): Promise<Record<string, number>> {
  const counts = await Promise.all(
    [...TABLES, ...DIGESTS].map(async (table) => {
      const [row] = await service.database.queryPlanned<{ count: number }>(sql`
        select count(*)::integer as count from ${raw(table)} where environment_id = ${id}`);
      return [table, row?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

async function nameOf({ id }: TestEnvironment): Promise<string> {
  const [row] = await service.database.queryPlanned<{ name: string }>(sql`
    select name from environments where id = ${id}`);
  return row?.name as string;
}

const person = (subscriberId: string) => ({ subscriberId, email: `${subscriberId}@example.com` });

test("given a digest that waits behind another, the events of both stay until it has ended", async () => {
  const environment = await frozenAt(service, START);
  const text = "{{ steps.slow.eventCount }}: {{ steps.slow.events | map: 'payload.n' | join: ',' }}";
  await environment.given.workflow("collect", [
    digest(lasting(1, "hours"), "quick"),
    digest(lasting(200, "days"), "slow"),
    inApp(text),
  ]);
  for (const round of [0, 2]) {
    for (const n of [round + 1, round + 2]) await environment.given.trigger("collect", { n });
    await advance(environment, 1, "days");
  }
  await advance(environment, 150, "days");
  await purge();
  expect(await rowsOf(environment)).toMatchObject({ notifications: 4, digest_events: 8 });
  await advance(environment, 60, "days");
  expect((await messagesOf(environment)).map(({ content }) => content)).toEqual(["4: 1,2,3,4"]);
  await advance(environment, 100, "days");
  await purge();
  expect(await rowsOf(environment)).not.toHaveProperty("notifications");
});

test("given ended notifications, they are deleted after 90 days; waiting and later ones stay", async () => {
  const environment = await frozenAt(service, START);
  await environment.given.workflow("now", [inApp("Now"), email("Now")]);
  await environment.given.workflow("collect", [digest(lasting(1, "days")), inApp("Collected")]);
  await environment.given.workflow("later", [inApp("First"), delay(lasting(100, "days")), email("Then")]);
  for (const to of ["ada", "bob", "cleo", "dan"])
    await environment.given.trigger("now", {}, { to: person(to) });
  for (let event = 0; event < 3; event++) await environment.given.trigger("collect");
  const waiting = await environment.given.trigger("later");
  await advance(environment, 1, "days");
  const before = await rowsOf(environment);
  expect(before).toMatchObject({
    triggers: 8,
    notifications: 8,
    messages: 10,
    digest_windows: 1,
    digest_events: 3,
  });

  await advance(environment, 89, "days");
  await advance(environment, 1, "minutes");
  await environment.given.trigger("now", {}, { to: person("eve") });
  await purge();
  // The digest ended a day after the others.
  const left = (await environment.get("/v1/notifications?limit=50")).body.data;
  expect(left.map(({ transactionId }: any) => transactionId)).toContain(waiting);
  expect(left).toHaveLength(3);
  await advance(environment, 1, "days");
  await purge();
  expect(await rowsOf(environment)).toMatchObject({ triggers: 2, notifications: 2, jobs: 5 });
  expect(await rowsOf(environment)).not.toHaveProperty("digest_windows");
  const contents = (await messagesOf(environment)).map(({ content }) => content);
  expect(contents.sort()).toEqual(["First", "Now", "Now"]);

  await advance(environment, 20, "days");
  const [ended] = await environment.finished(waiting);
  expect(statusesOf(ended)).toEqual(["completed", "completed", "completed"]);
  await advance(environment, 91, "days");
  await purge();
  expect(await rowsOf(environment)).toEqual({});
});

test("given an environment's own retention, each kind of record is deleted in its time", async () => {
  const environment = await frozenAt(service, START);
  const other = await frozenAt(service, START);
  const chosen = { notifications: 20, in_app: 7, dead_letters: 10 };
  await saveRetention(service.database, await nameOf(environment), chosen);
  await saveRetention(service.database, await nameOf(other), { notifications: 0 });
  const transactionIds: string[] = [];
  for (const one of [environment, other]) {
    await one.given.integration("generic-sms", `${provider.url}/down`);
    await one.given.workflow("all", [
      inApp("Hello"),
      email("Hello"),
      { ...step("sms", "text", { body: "Hello" }), delivery: { maxAttempts: 1 } },
    ]);
    provider.script("/down", status(400));
    const to = { ...person("ada"), phone: "+31600000001" };
    transactionIds.push(await one.given.trigger("all", { text: "the payload" }, { to }));
  }
  const all = await rowsOf(other);
  expect(await rowsOf(environment)).toEqual(all);
  const after = async (days: number) => {
    await advance(environment, days, "days");
    await advance(other, days, "days");
    await purge();
    return rowsOf(environment);
  };
  expect(await after(6)).toEqual(all);
  expect(await after(2)).toMatchObject({ messages: 2, dead_letters: 1, notifications: 1 });
  expect((await messagesOf(environment)).map(({ channel }) => channel).sort()).toEqual(["email", "sms"]);
  expect(await after(3)).not.toHaveProperty("dead_letters");
  // The rest of the trigger only records its transactionId, which stays known for 30 days.
  expect(await after(10)).toEqual({ triggers: 1 });
  const [left] = await service.database.queryPlanned<{ text: string }>(sql`
    select t::text as text from triggers t where environment_id = ${environment.id}`);
  expect(left?.text).not.toMatch(/the payload|example\.com|subscriberId/);
  const again = { transactionId: transactionIds[0] as string, payload: { text: "other" } };
  const reused = await environment.post("/v1/events/trigger", { name: "all", to: "ada", ...again });
  expect(reused.status).toBe(422);
  expect(await after(10)).toEqual({});
  // Unlimited retention keeps everything but the dead letter, for which the setting still applies.
  const { dead_letters: _, ...rest } = all;
  expect(await rowsOf(other)).toEqual(rest);
});

test("`tidings environments retention`: shows chosen and default days; refuses unknown kinds", async () => {
  const name = await nameOf(await service.newEnvironment("bare"));
  const runCommand = (...words: string[]) =>
    tidings(["environments", "retention", ...words], { env: { DATABASE_URL: service.databaseUrl } });
  const [chosen, refused, unknown] = await Promise.all([
    runCommand(name, "notifications=20,in_app=0"),
    runCommand(name, "in_apps=1"),
    runCommand("nobody"),
  ]);
  expect([chosen.code, chosen.out]).toEqual([
    0,
    "notifications 20 days\ndead_letters  30 days  (from the settings)\nin_app        unlimited\n",
  ]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("in_app=number")]);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("nobody")]);
  const shown = JSON.parse((await runCommand(name, "default", "--json")).out);
  expect(shown).toEqual({ name, chosen: {}, inForce: DEFAULTS });
});

test("given a message resent before its deletion, its notification stays until that has ended", async () => {
  const environment = await frozenAt(service, START);
  await environment.given.integration("generic-sms", `${provider.url}/again`);
  await environment.given.workflow("text", [
    { ...step("sms", "text", { body: "Hi" }), delivery: { maxAttempts: 2 } },
  ]);
  await environment.given.trigger("text", {}, { to: { subscriberId: "ada", phone: "+31600000001" } });
  await advance(environment, 91, "days");
  const [message] = await messagesOf(environment);
  provider.script("/again", status(503));
  expect((await environment.post(`/v1/messages/${message._id}/resend`)).status).toBe(200);
  await purge();
  expect(await rowsOf(environment)).toMatchObject({ notifications: 1, jobs: 1, messages: 1, triggers: 1 });
  await advance(environment, 1, "hours");
  await settled(environment);
  await purge();
  expect(await rowsOf(environment)).toMatchObject({ notifications: 1, jobs: 1 });
  await advance(environment, 91, "days");
  await purge();
  expect(await rowsOf(environment)).toEqual({});
});

test("given a purge that has passed a message, the message is deleted with its notification", async () => {
  const environment = await frozenAt(service, START);
  await environment.given.workflow("now", [inApp("Now")]);
  await environment.given.trigger("now");
  await advance(environment, 91, "days");
  // The walk over messages began an hour earlier, when none had expired.
  const later = expired(DEFAULTS).filter(({ name }) => name === "notifications");
  for (const rule of later) while ((await rule.purge(service.database, 3)) === 3);
  expect(await rowsOf(environment)).toEqual({ triggers: 1 });
});
