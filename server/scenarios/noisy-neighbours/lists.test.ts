import pg from "pg";
import { expect, test } from "vitest";
import { attachEmbedded } from "../../src/database/embedded/embedded.ts";
import { createLog } from "../../src/foundation/log.ts";
import type { Attacker } from "../../testing/noisy-attack.ts";
import { useNoisyService } from "../../testing/noisy-neighbour.ts";
import { notRefused } from "../../testing/noisy-requests.ts";
import { inApp, step } from "../../testing/steps.ts";

const service = await useNoisyService();

const workflow = (workflowId: string, bodies: readonly string[]) => {
  const steps = bodies.map((body, n) => step("email", `mail${n}`, { subject: "x", body }));
  return { name: workflowId, workflowId, __source: "test", steps };
};
const create = (attacker: Attacker, body: object) =>
  attacker.call({ method: "POST", path: "/v2/workflows", body });
const listAll = (attacker: Attacker) => attacker.call({ method: "GET", path: "/v2/workflows?limit=100" });

test("given texts that are slow to parse, creating and listing them does not delay the neighbour", async () => {
  const nested = (n: number) => `${n}{% ${"liquid ".repeat(14_000)} %}`;
  const attack = async (attacker: Attacker) => {
    for (let n = 0; n < 3; n += 1) {
      const bodies = Array.from({ length: 9 }, (_, index) => nested(9 * n + index));
      await create(attacker, workflow(`nested${n}`, bodies));
    }
    await Promise.all([listAll(attacker), listAll(attacker)]);
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given twelve workflows of long texts, listing them repeatedly does not delay the neighbour", async () => {
  const ordinary = (n: number) =>
    `${n}${"Hello {{ subscriber.firstName }}, {{ payload.text }}. ".repeat(1_800)}`;
  const attack = async (attacker: Attacker) => {
    for (let n = 0; n < 12; n += 1) {
      const bodies = Array.from({ length: 9 }, (_, index) => ordinary(9 * n + index));
      const { status, text } = await create(attacker, workflow(`ordinary${n}`, bodies));
      if (status !== 201) return [`an ordinary workflow was answered ${status} ${text.slice(0, 200)}`];
    }
    for (let n = 0; n < 2; n += 1) await Promise.all([1, 2, 3, 4].map(() => listAll(attacker)));
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given variants that are too long together, the workflow is refused", async () => {
  const children = [{ field: "a", operator: "EQUAL", value: "b", on: "payload" }];
  const filters = [{ isNegated: false, type: "GROUP", value: "AND", children }];
  const variant = { filters, controlValues: { subject: "x", body: "x".repeat(60_000) } };
  const varied = { ...step("email", "mail", { subject: "x", body: "x" }), variants: Array(17).fill(variant) };
  const attack = async (attacker: Attacker) => {
    const body = { name: "varied", workflowId: "varied", __source: "test", steps: [varied] };
    return notRefused("1,020,000 characters in variants", await create(attacker, body));
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

const LISTED = 200_000;
/** On an idle machine. */
const ANSWERED_WITHIN_MS = 2_000;

test("given 200,000 notifications, a deep page by severity is answered within 2 s", async () => {
  await service.attacker.given.workflow("listed", [inApp("x")]);
  await insertNotifications();
  const attack = async (attacker: Attacker) => {
    const path = "/v1/notifications?severity=none&severity=high&page=10000&limit=10";
    const answers = await Promise.all([1, 2, 3, 4].map(() => attacker.call({ method: "GET", path })));
    return answers.flatMap(({ status, tookMs, text }) => {
      const isClear = status === 200 || (status >= 400 && status < 500);
      if (isClear && tookMs < ANSWERED_WITHIN_MS * service.slowness) return [];
      return [`the list was answered ${status} after ${Math.round(tookMs)} ms: ${text.slice(0, 80)}`];
    });
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

const EXPORTED = 2_000;

test("given 20 exports of 2,000 messages at once, each is whole and the neighbour does not wait", async () => {
  await service.attacker.given.subscriber("exported");
  await insert(`
    with rows as (select 'f' || lpad(n::text, 23, '0') as id from generate_series(1, ${EXPORTED}) n)
    insert into messages (environment_id, id, notification_id, position, subscriber_id, channel, status, subject, created_at,
      updated_at)
    select s.environment_id, rows.id, rows.id, 0, s.id, 'email', 'sent', repeat('x', 1000), now(), now()
    from rows, subscribers s where s.subscriber_id = 'exported'`);
  const attack = async (attacker: Attacker) => {
    const path = "/v1/subscribers/exported/export";
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => attacker.call({ method: "GET", path })),
    );
    // A process sends eight at once, and tells the others to come again.
    const sent = answers.filter(({ status }) => status !== 503);
    const whole = Math.max(...sent.map(({ bytes }) => bytes));
    const broken = sent.filter(({ status, bytes }) => status !== 200 || bytes < whole);
    return [
      ...(sent.length < 8 || whole < EXPORTED * 1_000 ? [`${sent.length} exports, ${whole} bytes`] : []),
      ...broken.map(({ status, bytes }) => `an export was answered ${status}, ${bytes} bytes`),
    ];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

/** Every 50th trigger has a severity. */
const insertNotifications = () =>
  insert(
    `with w as (select w.* from workflows w where identifier = 'listed' limit 1),
      rows as (select lpad(n::text, 24, '0') as id, n from generate_series(1, ${LISTED}) n),
      made as (
        insert into triggers (environment_id, id, transaction_id, fingerprint, workflow_id, workflow_version,
          is_broadcast, recipients, payload, overrides, created_at)
        select w.environment_id, rows.id, 't' || n, ''::bytea, w.id, 1, false, '[]', '{}',
          (case when n % 50 = 0 then '{"severity":"low"}' else '{}' end)::json, now() from rows, w)
     insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version,
       subscriber_id, created_at)
     select w.environment_id, rows.id, rows.id, w.id, 1, rows.id, now() from rows, w`,
  );

/** Inserts into the tables directly: calls would take minutes. */
async function insert(statement: string): Promise<void> {
  const embedded = await attachEmbedded(service.machine.dataDirectory, createLog("silent"));
  const client = new pg.Client(embedded?.connection);
  await client.connect();
  await client.query(statement);
  await client.query("analyze");
  await client.end();
}

test("after all attacks: the process and its PostgreSQL stop in time", async () => {
  expect(await service.brokenByStopping()).toEqual([]);
});
