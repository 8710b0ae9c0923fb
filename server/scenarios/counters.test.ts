import { CHANNELS, MESSAGE_STATUSES } from "@tidings/contract";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { COUNTERS } from "../src/counters/counter-store.ts";
import { findSpans } from "../src/counters/span-search-store.ts";
import type { Queryable } from "../src/database/database.ts";
import { countDeadLetters } from "../src/dead-letters/dead-letter-count-store.ts";
import {
  type DeadLetterFilter,
  matches as matchesLetter,
  oldDeadLetters,
} from "../src/dead-letters/dead-letter-store.ts";
import { expired } from "../src/delivery/retention/expired.ts";
import { type WorkflowId, workflowKeyOf } from "../src/foundation/ids.ts";
import { countMessages } from "../src/messages/message-count-store.ts";
import { type MessageFilter, matches } from "../src/messages/message-filter-store.ts";
import { hasSpans, spanCounters } from "../src/messages/message-span-store.ts";
import { walkMessages } from "../src/messages/message-walk-store.ts";
import { findWorkflowIdsEver } from "../src/workflows/workflow-store.ts";
import { wrongNotificationSums } from "../testing/notification-sums.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { email, inApp, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

/** Totals are summed from counters, which equal the rows after every operation. */

const provider = await useScriptedProvider();
const service = await useTestService();
const { database } = service;

/** A fixed sequence of numbers from 0 to `count` - 1, so that a failure is repeatable. */
function picker(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * count);
  };
}

const addUp = async () => {
  for (const rule of COUNTERS) await rule.purge(database, 10_000);
};

async function purge(): Promise<void> {
  for (const rule of [oldDeadLetters({ dead_letters: 20 }), ...expired({ notifications: 40, email: 20 })]) {
    while ((await rule.purge(database, 3)) === 3);
  }
}

const CONTEXT_KEYS = [["tenant:a"], ["tenant:a", "region:eu"], ["tenant:nothing"]];

type Known = { workflows: string[]; integrations: { id: string; channel: "email" | "sms" }[] };

async function prepared(): Promise<{ environment: TestEnvironment; known: Known }> {
  const environment = await frozenAt(service);
  const mail = await environment.given.integration("email-webhook", `${provider.url}/mail`);
  const text = await environment.given.integration("generic-sms", `${provider.url}/sms`);
  await environment.given.workflow("all", [inApp("one"), email("two"), sms("three")]);
  await environment.given.workflow("text", [sms("four")]);
  await environment.given.workflow("mail", [email("five")]);
  const rows = await database.queryPlanned<{ id: string }>(sql`
    select id from workflows where environment_id = ${environment.id}`);
  const integrations = [
    { id: mail._id, channel: "email" as const },
    { id: text._id, channel: "sms" as const },
  ];
  return { environment, known: { workflows: rows.map(({ id }) => id), integrations } };
}

function messageFilters({ workflows, integrations }: Known): MessageFilter[] {
  const places: MessageFilter[] = [
    {},
    ...CHANNELS.map((channel) => ({ channel })),
    ...workflows.map((id) => ({ workflowIds: [id as WorkflowId] })),
    ...integrations.map((integration) => ({ integration })),
    ...CONTEXT_KEYS.map((contextKeys) => ({ contextKeys })),
    { contextKeys: ["tenant:a"], workflowIds: [workflows[0] as WorkflowId] },
    { contextKeys: ["tenant:a"], integration: integrations[1] as Known["integrations"][number] },
    {
      workflowIds: [workflows[0] as WorkflowId],
      integration: integrations[0] as Known["integrations"][number],
    },
  ];
  const ofStatuses = [{}, ...MESSAGE_STATUSES.map((one) => ({ status: one }))];
  return places.flatMap((place) => ofStatuses.map((one) => ({ ...place, ...one })));
}

type Listed = {
  id: string;
  channel: string;
  status: string;
  workflowId: string;
  integrationId: string | null;
  contextKeys: string[];
};

const isOne = (filter: MessageFilter, one: Listed): boolean =>
  hasProperties(filter, one) &&
  (filter.contextKeys === undefined ||
    filter.contextKeys.toSorted().join() === one.contextKeys.toSorted().join());

const hasProperties = (
  { channel, status: wanted, workflowIds, integration }: MessageFilter,
  one: Listed,
): boolean =>
  (channel === undefined || one.channel === channel) &&
  (wanted === undefined || one.status === wanted) &&
  (workflowIds === undefined || workflowIds.some((id) => id === one.workflowId)) &&
  (integration === undefined || one.integrationId === integration.id);

type Reading = { tx: Queryable; id: string; known: Known; done: string; hasPages: boolean };

/** @returns the number of all messages. */
async function assertMessages({ tx, id, known, done, hasPages }: Reading): Promise<number> {
  const all = await tx.queryPlanned<Listed>(sql`
    select m.id, m.channel, coalesce(m.status, 'warning') as status, n.workflow_id as "workflowId",
      m.integration_id as "integrationId", t.context_keys as "contextKeys"
    from messages m join notifications n on n.environment_id = m.environment_id and n.id = m.notification_id
    join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
    where ${matches(id, {})} order by m.id desc`);
  for (const filter of messageFilters(known)) {
    const rows = all.filter((one) => isOne(filter, one));
    const what = `after ${done} ${JSON.stringify(filter)}`;
    expect(await countMessages(tx, id, filter), `messages ${what}`).toBe(rows.length);
    if (hasPages) await assertPages(tx, id, { filter, ids: rows.map((row) => row.id), what });
  }
  return all.length;
}

type Pages = { filter: MessageFilter; ids: string[]; what: string };

/** Pages by number and by cursors at the start, in the middle and behind the end. */
async function assertPages(
  tx: Queryable,
  environmentId: string,
  { filter, ids, what }: Pages,
): Promise<void> {
  const limit = 3;
  for (const offset of [0, Math.floor(ids.length / 2), ids.length]) {
    const { found } = await walkMessages(tx, environmentId, filter, { offset, limit });
    expect(found, `page from ${offset} ${what}`).toEqual(ids.slice(offset, offset + limit + 1));
  }
  const at = Math.floor(ids.length / 2);
  const id = ids[at];
  if (id === undefined) return;
  if (hasSpans(filter)) {
    const [place, ...others] = await findSpans(tx, spanCounters(environmentId, filter), {
      from: at,
      to: at + 1,
    });
    expect(others).toEqual([]);
    const newer = ids.findIndex((one) => one.startsWith(place?.span ?? "none"));
    expect(place, `place ${what}`).toEqual({ span: id.slice(0, place?.span.length), newer });
  }
  for (const isBefore of [false, true]) {
    const window = { offset: 0, limit, cursor: { id, isBefore } };
    const { found, hasBehind } = await walkMessages(tx, environmentId, filter, window);
    const wanted = isBefore ? ids.slice(0, at).toReversed() : ids.slice(at + 1);
    expect(found, `page beside ${at} ${what}`).toEqual(wanted.slice(0, limit + 1));
    expect(hasBehind, `the other side of ${at} ${what}`).toBe(true);
  }
}

/** Ranges around the death in the middle, with both ends inside of a minute. */
async function rangesOf(tx: Queryable, id: string): Promise<DeadLetterFilter[]> {
  const letters = await tx.queryPlanned<{ at: Date }>(sql`
    select died_at as at from dead_letters where environment_id = ${id} order by died_at`);
  const atMs = letters[Math.floor(letters.length / 2)]?.at.getTime();
  if (atMs === undefined) return [];
  const [diedAfter, diedBefore] = [new Date(atMs - 90_061_000), new Date(atMs + 7_261_500)];
  const range = { diedAfter, diedBefore };
  const from = { diedAfter: new Date(atMs) };
  return [range, from, { diedBefore: new Date(atMs) }, { ...range, channel: "sms" }];
}

async function assertDeadLetters({ tx, id, known, done }: Reading): Promise<void> {
  const filters: DeadLetterFilter[] = [
    {},
    { channel: "sms" },
    { reason: "rejected" },
    { workflowIds: await findWorkflowIdsEver(tx, id, workflowKeyOf("all")) },
    ...known.integrations.map((integration) => ({ integrationId: integration.id })),
    ...(await rangesOf(tx, id)),
  ];
  for (const filter of filters) {
    for (const isReplayed of [false, true]) {
      for (const isDiscarded of [false, true]) {
        const wanted = { ...filter, isReplayed, isDiscarded };
        const rows = await tx.queryPlanned(sql`
          select d.reason, count(*)::float8 as count from dead_letters d where ${matchesLetter(id, wanted)}
          group by 1 order by 1`);
        const counts = await countDeadLetters(tx, id, wanted);
        expect(counts, `dead letters after ${done} ${JSON.stringify(wanted)}`).toEqual(rows);
      }
    }
  }
}

type Step = (environment: TestEnvironment, pick: ReturnType<typeof picker>) => Promise<unknown>;

const people = ["ada", "bob", "cleo"].map((name) => ({
  subscriberId: name,
  email: `${name}@example.com`,
  phone: "+31600000001",
}));

async function anyMessage(environment: TestEnvironment, pick: ReturnType<typeof picker>): Promise<any> {
  const { data } = (await environment.get("/v1/messages?limit=100")).body;
  return data[pick(data.length)];
}

async function anyLetters(environment: TestEnvironment, pick: ReturnType<typeof picker>): Promise<object> {
  const { data } = (await environment.get("/v1/dead-letters?limit=50")).body;
  const ids = data.map(({ _id }: any) => _id);
  return ids.length === 0 ? { filter: {} } : { ids: ids.slice(0, 1 + pick(ids.length)) };
}

/** By name; the first ones more than once, so that there are rows to delete. */
const STEPS: Record<string, Step> = {
  trigger: (environment, pick) => send(environment, pick, []),
  "trigger with refusals": (environment, pick) => send(environment, pick, [status(400), status(400)]),
  "trigger with an outage": (environment, pick) => send(environment, pick, Array(20).fill(status(503))),
  "add up": addUp,
  "delete a message": async (environment, pick) => {
    const message = await anyMessage(environment, pick);
    if (message) await environment.delete(`/v1/messages/${message._id}`);
  },
  "delete a transaction": async (environment, pick) => {
    const message = await anyMessage(environment, pick);
    if (message) await environment.delete(`/v1/messages/transaction/${message.transactionId}`);
  },
  "send again": async (environment, pick) => {
    const message = await anyMessage(environment, pick);
    if (message) await environment.post(`/v1/messages/${message._id}/resend`, {});
  },
  "cancel a transaction": async (environment, pick) => {
    const message = await anyMessage(environment, pick);
    if (message) await environment.delete(`/v1/events/trigger/${message.transactionId}`);
  },
  "an hour": (environment) => advance(environment, 1, "hours"),
  "ten days and retention": async (environment) => {
    await advance(environment, 10, "days");
    await purge();
  },
  discard: async (environment, pick) =>
    environment.post("/v1/dead-letters/discard", await anyLetters(environment, pick)),
  replay: async (environment, pick) =>
    environment.post("/v1/dead-letters/replay", await anyLetters(environment, pick)),
  "delete a subscriber": (environment, pick) =>
    environment.delete(`/v2/subscribers/${people[pick(people.length)]?.subscriberId}`),
};

async function send(
  environment: TestEnvironment,
  pick: ReturnType<typeof picker>,
  refusals: Parameters<typeof provider.script>[1][],
): Promise<void> {
  provider.script("/sms", ...refusals);
  provider.script("/mail", ...refusals.slice(0, pick(3)));
  const workflow = ["all", "text", "mail"][pick(3)] as string;
  const to = people.slice(0, 1 + pick(people.length));
  const context = [{}, { tenant: "a" }, { tenant: "a", region: "eu" }][pick(3)] ?? {};
  await environment.trigger(workflow, to, { context });
  if (pick(2) === 0) await settled(environment);
}

/** In one snapshot, because workers erase and deliver meanwhile. */
const assertCounters = (reading: Omit<Reading, "tx">): Promise<number> =>
  database.transaction(async (tx) => {
    await tx.queryPlanned(sql`set transaction isolation level repeatable read`);
    await assertDeadLetters({ ...reading, tx });
    expect(await wrongNotificationSums(tx, reading.id), `notifications after ${reading.done}`).toEqual([]);
    return assertMessages({ ...reading, tx });
  });

test("counters: equal the rows after every one of 40 random operations", async () => {
  const { environment, known } = await prepared();
  const pick = picker(7);
  const names = Object.keys(STEPS);
  let most = 0;
  for (let at = 0; at < 40; at += 1) {
    const name = names[pick(at % 3 === 0 ? 3 : names.length)] as string;
    await STEPS[name]?.(environment, pick);
    const done = `operation ${at}: ${name}`;
    most = Math.max(most, await assertCounters({ id: environment.id, known, done, hasPages: at % 4 === 0 }));
  }
  expect(most).toBeGreaterThan(10);
  await settled(environment);
  await addUp();
  await assertCounters({ id: environment.id, known, done: "all were added up", hasPages: true });
});
