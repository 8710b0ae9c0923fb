import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { delay, digest, inApp, lasting } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, frozenAt, goTo, textsOf } from "../testing/virtual-time.ts";

const service = await useTestService();

const NOON = "2026-02-28T12:00:00.000Z";
const variable = (path: string) => ({ var: path });
const only = (stepId: string, skip: object) => ({ ...inApp(stepId, { skip }), stepId });
const SKIPPED = "Step was skipped based on steps conditions";

test("conditions: after a delay they see whether the inbox message was seen or read meanwhile", async () => {
  const environment = await frozenAt(service, NOON);
  const isNot = (what: string) => ({ "!": [variable(`steps.inbox.${what}`)] });
  await environment.given.workflow("reminder", [
    inApp("first"),
    delay(lasting(1, "days")),
    only("unseen", isNot("seen")),
    only("unread", isNot("read")),
    { ...inApp("{{ steps.inbox.lastSeenDate }}"), stepId: "when" },
  ]);
  const ids: string[] = [];
  for (const to of ["nobody", "seer", "reader"]) {
    ids.push(await environment.given.trigger("reminder", {}, { to }));
  }
  await advance(environment, 1, "hours");
  const messages = (await environment.get("/v1/messages")).body.data;
  const idOf = (name: string) => messages.find(({ subscriber }: any) => subscriber.subscriberId === name)._id;
  await service.database.query(sql`
    update messages set seen_at = '2026-02-28T13:00:00Z',
      read_at = case when id = ${idOf("reader")} then '2026-02-28T13:00:00Z'::timestamptz end
    where environment_id = ${environment.id} and id in (${idOf("seer")}, ${idOf("reader")})`);
  await advance(environment, 1, "days");
  const outcomes = (await Promise.all(ids.map((id) => endOf(environment, id)))).map((run) =>
    statusesOf(run).slice(2, 4),
  );
  expect(outcomes).toEqual([
    ["completed", "completed"],
    ["canceled", "completed"],
    ["canceled", "canceled"],
  ]);
  expect((await textsOf(environment)).filter((words) => words.startsWith("2026"))).toEqual(
    Array(2).fill("2026-02-28T13:00:00.000Z"),
  );
});

test("conditions: a step after a digest sees the number of its events", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [
    digest({ ...lasting(1, "hours"), digestKey: "post" }),
    only("many", { ">=": [variable("steps.collect.eventCount"), 3] }),
    only("few", { "<": [variable("steps.collect.eventCount"), 3] }),
  ]);
  for (const post of ["a", "b", "a", "a", "b"]) await environment.given.trigger("news", { post });
  await advance(environment, 1, "hours");
  expect((await textsOf(environment)).sort()).toEqual(["few", "many"]);
});

test("conditions: an event that skips the digest passes at once, without digest data", async () => {
  const environment = await frozenAt(service, NOON);
  const isSlow = { "!=": [variable("payload.urgent"), true] };
  await environment.given.workflow("news", [
    digest({ ...lasting(1, "hours"), skip: isSlow }),
    inApp("{{ step.digest }} {{ steps.collect.eventCount }}"),
  ]);
  await environment.given.trigger("news");
  const urgent = await endOf(environment, await environment.given.trigger("news", { urgent: true }));
  expect(statusesOf(urgent)).toEqual(["skipped", "completed"]);
  expect(detailsOf(urgent.jobs[0]).at(-1)).toBe(SKIPPED);
  await advance(environment, 1, "hours");
  expect(await textsOf(environment)).toEqual(["false ", "true 1"]);
});

test("conditions: date operators use the time at which their own step runs", async () => {
  const environment = await frozenAt(service, NOON);
  const since = variable("payload.since");
  await environment.given.workflow("trial", [
    only("fresh", { withinLast: [since, lasting(1, "weeks")] }),
    only("early", { moreThanXAgo: [since, lasting(1, "months")] }),
    delay(lasting(28, "days")),
    { ...only("late", { moreThanXAgo: [since, lasting(1, "months")] }), stepId: "late" },
    only("stale", { withinLast: [since, lasting(1, "weeks")] }),
    only("due", { withinNext: [variable("payload.ends"), lasting(3, "days")] }),
  ]);
  const id = await environment.given.trigger("trial", {
    since: "2026-02-27T12:00:00Z",
    ends: "2026-03-30T12:00:00Z",
  });
  expect(await textsOf(environment)).toEqual(["fresh"]);
  await goTo(environment, "2026-03-28T12:00:00.000Z");
  expect(await textsOf(environment)).toEqual(["fresh", "late", "due"]);
  const run = await endOf(environment, id);
  for (const step of [1, 4]) expect(detailsOf(run.jobs[step]).at(-1)).toBe(SKIPPED);
});

test("conditions: after a delay they see current subscriber and context data and the same payload", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("later", [
    delay(lasting(1, "hours")),
    only("plan", { "==": [variable("subscriber.data.plan"), "gold"] }),
    only("tenant", { "==": [variable("context.tenant.data.size"), 2] }),
    only("payload", { "==": [variable("payload.n"), 1] }),
    only("workflow", { "==": [variable("workflow.workflowId"), "later"] }),
  ]);
  const to = { subscriberId: "ada", data: { plan: "free" } };
  const context = { tenant: { id: "acme", data: { size: 1 } } };
  await environment.given.trigger("later", { n: 1 }, { to, context });
  await environment.patch("/v2/subscribers/ada", { data: { plan: "gold" } });
  await environment.given.workflow("other", [inApp("")]);
  await environment.given.trigger(
    "other",
    { n: 2 },
    { context: { tenant: { id: "acme", data: { size: 2 } } } },
  );
  await advance(environment, 1, "hours");
  expect((await textsOf(environment)).filter(Boolean)).toEqual(["plan", "tenant", "payload", "workflow"]);
});

test("conditions: an invalid rule fails a delay or digest with the reason and ends the run", async () => {
  const environment = await frozenAt(service, NOON);
  for (const [name, step] of [
    ["delay", delay({ ...lasting(1, "hours"), skip: { frobnicate: [1] } })],
    ["digest", digest({ ...lasting(1, "hours"), skip: { and: [{ frobnicate: [1] }] } })],
  ] as const) {
    await environment.given.workflow(name, [step, inApp("x")]);
    const run = await endOf(environment, await environment.given.trigger(name));
    expect(statusesOf(run)).toEqual(["failed", "canceled"]);
    const last = run.jobs[0].executionDetails.at(-1);
    expect(last.detail).toBe("Processing step filter failed");
    expect(JSON.parse(last.raw).reason).toMatch(/^Failed to evaluate rule: .*frobnicate/);
  }
});

test("filters: one group of a step's older filters must pass, with the data as it is after the delay", async () => {
  const environment = await frozenAt(service, NOON);
  const filter = (on: string, field: string, operator: string, value: string) => ({
    on,
    field,
    operator,
    value,
  });
  const group = (value: "AND" | "OR", children: object[], isNegated = false) => ({
    type: "GROUP",
    value,
    isNegated,
    children,
  });
  const isGold = filter("subscriber", "data.plan", "EQUAL", "gold");
  const isLarge = filter("payload", "order.total", "LARGER_EQUAL", "100");
  const filtered = (stepId: string, ...filters: object[]) => ({ ...inApp(stepId), stepId, filters });
  await environment.given.workflow("older", [
    delay(lasting(1, "hours")),
    filtered("both", group("AND", [isGold, isLarge])),
    filtered("either", group("OR", [isGold, isLarge])),
    filtered("groups", group("AND", [isLarge]), group("AND", [isGold])),
    filtered("neither", group("OR", [isGold, isLarge], true)),
    filtered("empty", group("AND", [])),
  ]);
  const id = await environment.given.trigger("older", { order: { total: 99 } });
  await environment.patch("/v2/subscribers/ada", { data: { plan: "gold" } });
  await advance(environment, 1, "hours");
  expect(await textsOf(environment)).toEqual(["either", "groups", "empty"]);
  const run = await endOf(environment, id);
  expect(detailsOf(run.jobs[1]).at(-1)).toBe(SKIPPED);
});
