import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { detailsOf } from "../testing/job-readings.ts";
import { slowText } from "../testing/slow-text.ts";
import { digest, email, inApp, lasting } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, endsOf, frozenAt, textsOf } from "../testing/virtual-time.ts";

const service = await useTestService();

const NOON = "2026-01-31T12:00:00.000Z";

/** A trigger that this many workers claimed without an outcome, and that is due again. */
async function triggerAfterCrashes(crashes: number) {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [inApp("hello")]);
  const transactionId = await environment.given.trigger("news");
  const ours = sql`environment_id = ${environment.id} and transaction_id = ${transactionId}`;
  await service.database.query(sql`
    with lost as (
      delete from notifications where trigger_id = (select id from triggers where ${ours}) returning id
    )
    delete from messages where notification_id in (select id from lost)`);
  await service.database.query(sql`
    insert into fanouts (environment_id, trigger_id, due_at, unfinished_claims, claimed_by, lease)
    select environment_id, id, now(), ${crashes}, 0, 9 from triggers where ${ours}`);
  await settled(environment);
  const report = await environment.get(`/v1/events/trigger/${transactionId}`);
  return { environment, transactionId, report: report.body };
}

test("expansion: a trigger whose workers crashed 4 times is expanded and delivered", async () => {
  const { environment, transactionId, report } = await triggerAfterCrashes(4);
  expect(report).toMatchObject({ recipients: 1, delivered: 1, isExpanding: false });
  expect(report.failure).toBeUndefined();
  expect((await endOf(environment, transactionId)).jobs[0].status).toBe("completed");
});

test("expansion: a trigger whose workers crashed 9 times is given up, and its report says why", async () => {
  const { report } = await triggerAfterCrashes(9);
  expect(report).toMatchObject({ recipients: 0, isExpanding: false, failure: { code: "trigger_crashed" } });
});

test("digest: counts all events that are too large for a template, passes the first ones, and says so", async () => {
  const environment = await frozenAt(service, NOON);
  const counts = "{{ steps.collect.eventCount }} {{ step.total_count }} {{ steps.collect.events | size }}";
  await environment.given.workflow("large", [digest(lasting(1, "hours")), inApp(counts)]);
  const payload = { text: "a".repeat(250_000) };
  const first = await environment.given.trigger("large", payload);
  for (let event = 1; event < 10; event += 1) await environment.given.trigger("large", payload);
  await advance(environment, 1, "hours");
  expect(await textsOf(environment)).toEqual(["10 10 5"]);
  const { jobs } = await endOf(environment, first);
  expect(detailsOf(jobs[0])).toContain("Digest holds more events than its templates are given");
  const raws = jobs[0].executionDetails.map(({ raw = "" }) => raw.length);
  expect(Math.max(...raws)).toBeLessThan(30_000);
});

test("rendering: all 30 recipients get texts that together exceed one batch round", async () => {
  const environment = await frozenAt(service, NOON);
  const long = "{{ payload.text }}{{ payload.text }}{{ payload.text }}";
  await environment.given.workflow("long", [inApp(long), email(long)]);
  const to = Array.from({ length: 30 }, (_, n) => ({ subscriberId: `s${n}`, email: `s${n}@example.com` }));
  const transactionId = await environment.given.trigger("long", { text: "a".repeat(200_000) }, { to });
  const ends = await environment.get(`/v1/events/trigger/${transactionId}`);
  expect(ends.body).toMatchObject({ recipients: 30, delivered: 30 });
});

test("rendering: content above a message's size limit fails for each recipient with a reason", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("long", [email("{{ payload.text }}")]);
  const to = Array.from({ length: 60 }, (_, n) => ({ subscriberId: `s${n}`, email: `s${n}@example.com` }));
  const transactionId = await environment.given.trigger("long", { text: "<".repeat(250_000) }, { to });
  const report = await environment.get(`/v1/events/trigger/${transactionId}`);
  const { delivered, failed } = report.body;
  expect([delivered, failed]).toEqual([60, {}]);
  const many = await environment.given.trigger("long", { text: "'".repeat(240_000) }, { to });
  const second = await environment.get(`/v1/events/trigger/${many}`);
  expect(second.body).toMatchObject({ recipients: 60, failed: { content_failed: 60 } });
});

test("rendering: slow steps fail with a reason that tells the processor time", async () => {
  const environment = await frozenAt(service, NOON);
  const steps = Array.from({ length: 2 }, (_, n) => ({
    ...email(slowText(`${n}`)),
    stepId: `mail${n}`,
    name: `Mail ${n}`,
  }));
  await environment.given.workflow("slow", steps);
  const transactionId = await environment.given.trigger("slow", {}, { to: "ada" });
  const [{ jobs }] = (await endsOf(environment, transactionId, 1)) as [any];
  const reasons = jobs.map((job: any) => job.executionDetails.at(-1).raw);
  expect(reasons).toHaveLength(2);
  for (const raw of reasons) expect(raw).toMatch(/used \d+ ms of processor time; the limit is 500 ms/);
});

test("conditions: an expensive rule is evaluated for 300 recipients", async () => {
  const environment = await frozenAt(service, NOON);
  const skip = { in: ["2025-01-01T00:00:00.5+00:00", { var: "payload.list" }] };
  await environment.given.workflow("searching", [inApp("hello", { skip })]);
  const list = Array.from({ length: 9_000 }, (_, n) => `2025-01-01T00:00:00.${n + 10_000}`);
  const to = Array.from({ length: 300 }, (_, n) => `s${n}`);
  const transactionId = await environment.given.trigger("searching", { list }, { to });
  const report = await environment.get(`/v1/events/trigger/${transactionId}`);
  expect(report.body.recipients).toBe(300);
  expect(report.body.waiting).toBe(0);
});
