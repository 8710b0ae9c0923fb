import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestService } from "../testing/test-service.ts";
import {
  advance,
  begin,
  endOf,
  endsOf,
  frozenAt,
  runOf,
  sentBy,
  settled,
  textsOf,
} from "../testing/virtual-time.ts";
import {
  delay,
  detailsOf,
  digest,
  inbox,
  lasting,
  makeWorkflow,
  statusesOf,
  throttle,
} from "../testing/workflows.ts";

const service = await useTestService();

const NOON = "2026-01-31T12:00:00.000Z";
const ENDLESS = lasting(1e300, "days");
const FAR = "Defer duration limit exceeded";
const dynamic = { type: "dynamic", dynamicKey: "at" };
const beyond = { at: "9999-12-31T23:00:00-23:00" };

test.each([
  ["a delay", delay(ENDLESS), {}, FAR],
  ["a delay's payload", delay(dynamic), { at: ENDLESS }, FAR],
  ["a delay's moment", delay(dynamic), beyond, "Invalid delay configuration"],
  ["a digest", digest(ENDLESS), {}, FAR],
  ["a digest's days", digest({ ...ENDLESS, timed: { atTime: "10:00" } }), {}, "Invalid digest configuration"],
  ["a sliding cap", digest({ ...lasting(1, "hours"), slidingCap: ENDLESS }), {}, "Step digested"],
  ["a most of events", digest({ ...lasting(1, "hours"), maxEvents: 9e15 }), {}, "Step digested"],
  [
    "a look-back",
    digest({ ...lasting(1, "hours"), lookBackWindow: ENDLESS }),
    {},
    "Digest was skipped, first backoff event",
  ],
  ["a throttle", throttle({ type: "fixed", ...ENDLESS }), {}, "Step completed"],
  ["a throttle's payload", throttle(dynamic), { at: ENDLESS }, "Step completed"],
  [
    "a throttle's moment",
    throttle(dynamic),
    beyond,
    "Throttle has no window it could read and throttles nothing",
  ],
  ["a threshold", throttle({ ...lasting(1, "hours"), threshold: 9e15 }), {}, "Step completed"],
])(
  "Given a length of %s beyond all measure, when it is asked for, then the step says what it made of it",
  async (_name, step, payload, detail) => {
    const environment = await frozenAt(service, NOON);
    await makeWorkflow(environment, "endless", [step, inbox("x")]);
    const run = await runOf(environment, await begin(environment, "endless", payload));
    expect(detailsOf(run.jobs[0]).at(-1)).toBe(detail);
  },
);

test("Given a trigger that overrides a delay beyond all measure, when it comes with others, then they go on", async () => {
  const environment = await frozenAt(service, NOON);
  await makeWorkflow(environment, "later", [delay(lasting(1, "hours")), inbox("x")]);
  const ids = await Promise.all(
    [{}, { delay: ENDLESS }, {}].map((overrides) => environment.trigger("later", "ada", { overrides })),
  );
  await settled(environment);
  await advance(environment, 1, "hours");
  const ends = await Promise.all(ids.map((id) => endOf(environment, id)));
  expect(ends.map((end) => end.jobs[0].status)).toEqual(["completed", "failed", "completed"]);
});

test("Given a stored workflow that this version cannot make sense of, when it runs among others, then its run fails and says so, and the others go on", async () => {
  const environment = await frozenAt(service, NOON);
  await makeWorkflow(environment, "sound", [inbox("sound")]);
  const damaged = await makeWorkflow(environment, "damaged", [inbox("before"), delay({}), inbox2]);
  await service.database.query(sql`
    update workflow_versions set definition = replace(definition::text, '"controlValues":{}', '"controlValues":null')::json
    where environment_id = ${environment.id} and workflow_id = ${damaged._id}`);
  const ids = await Promise.all(
    ["sound", "damaged", "sound"].map((name) => environment.trigger(name, "ada")),
  );
  await settled(environment);
  const [first, bad, last] = await Promise.all(ids.map((id) => endOf(environment, id)));
  expect([first, last].map(statusesOf)).toEqual([["completed"], ["completed"]]);
  expect(statusesOf(bad)).toEqual(["completed", "failed", "canceled"]);
  expect(detailsOf(bad.jobs[1]).at(-1)).toBe(
    "There was one or more errors when trying to execute the notification",
  );
  expect((await textsOf(environment)).sort()).toEqual(["before", "sound", "sound"]);
  expect(new Set((await sentBy(environment)).map(([, at]) => at))).toEqual(new Set([NOON]));
});

test.each([
  ["half a character", "{{ payload.name | split: '' | first }}"],
  ["a NUL", "{{ '%00' | url_decode }}"],
])("Given a text that comes to %s, when it is sent, then a sign for it stands there", async (_name, text) => {
  const environment = await frozenAt(service, NOON);
  const own = { name: "own", stepId: "own", type: "custom", controlValues: { initial: text } };
  await makeWorkflow(environment, "initials", [
    own,
    inbox("{{ steps.own.initial }}"),
    { ...inbox(text), stepId: "b" },
  ]);
  await endOf(environment, await begin(environment, "initials", { name: "😀 Ada" }));
  expect(await textsOf(environment)).toEqual(["\ufffd", "\ufffd"]);
});

test("Given what the database refuses of one recipient, when a trigger reaches many, then that one's run fails and says so, and the others have theirs", async () => {
  const environment = await frozenAt(service, NOON);
  await service.database.query(
    sql`alter table messages add constraint refused check (content::text not like '%refuse%')`,
  );
  await makeWorkflow(environment, "names", [
    inbox("hello"),
    throttle(lasting(1, "hours")),
    { ...inbox("{{ subscriber.subscriberId }}"), stepId: "name" },
  ]);
  await makeWorkflow(environment, "wait", [
    delay(lasting(1, "hours")),
    inbox("{{ subscriber.subscriberId }}"),
  ]);
  await makeWorkflow(environment, "plain", [inbox("{{ subscriber.subscriberId }}"), inbox2]);
  const to = ["ada", "refuse-me", "bob"];
  const ids: string[] = [];
  for (const name of ["names", "wait", "plain"]) ids.push(await begin(environment, name, {}, { to }));
  await advance(environment, 1, "hours");
  for (const id of ids) {
    for (const run of await endsOf(environment, id, 3)) {
      const isRefused = run.subscriber.subscriberId === "refuse-me";
      expect(statusesOf(run).includes("failed")).toBe(isRefused);
    }
  }
  expect((await textsOf(environment)).filter((words) => words === "bob")).toHaveLength(3);
});

const inbox2 = { ...inbox("after"), stepId: "after" };
