import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { custom, delay, digest, inApp, lasting, throttle } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, endsOf, frozenAt, runOf, sentBy, textsOf } from "../testing/virtual-time.ts";

const service = await useTestService();

const NOON = "2026-01-31T12:00:00.000Z";
const ENDLESS = lasting(1e300, "days");
const TOO_FAR = "Defer duration limit exceeded";
const dynamic = { type: "dynamic", dynamicKey: "at" };
const farDate = { at: "9999-12-31T23:00:00-23:00" };

test.each([
  ["delay", delay(ENDLESS), {}, TOO_FAR],
  ["delay in the payload", delay(dynamic), { at: ENDLESS }, TOO_FAR],
  ["delay until a date", delay(dynamic), farDate, "Invalid delay configuration"],
  ["digest", digest(ENDLESS), {}, TOO_FAR],
  ["timed digest", digest({ ...ENDLESS, timed: { atTime: "10:00" } }), {}, "Invalid digest configuration"],
  ["slidingCap", digest({ ...lasting(1, "hours"), slidingCap: ENDLESS }), {}, "Step digested"],
  ["maxEvents", digest({ ...lasting(1, "hours"), maxEvents: 9e15 }), {}, "Step digested"],
  [
    "lookBackWindow",
    digest({ ...lasting(1, "hours"), lookBackWindow: ENDLESS }),
    {},
    "Digest was skipped, first backoff event",
  ],
  ["throttle", throttle({ type: "fixed", ...ENDLESS }), {}, "Step completed"],
  ["throttle in the payload", throttle(dynamic), { at: ENDLESS }, "Step completed"],
  [
    "throttle until a date",
    throttle(dynamic),
    farDate,
    "Throttle has no window it could read and throttles nothing",
  ],
  ["threshold", throttle({ ...lasting(1, "hours"), threshold: 9e15 }), {}, "Step completed"],
])("given an extreme %s, the step records how it was handled", async (_name, step, payload, detail) => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("endless", [step, inApp("x")]);
  const run = await runOf(environment, await environment.given.trigger("endless", payload));
  expect(detailsOf(run.jobs[0]).at(-1)).toBe(detail);
});

test("given a trigger with an extreme delay override, triggers beside it continue", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("later", [delay(lasting(1, "hours")), inApp("x")]);
  const ids = await Promise.all(
    [{}, { delay: ENDLESS }, {}].map((overrides) => environment.trigger("later", "ada", { overrides })),
  );
  await settled(environment);
  await advance(environment, 1, "hours");
  const ends = await Promise.all(ids.map((id) => endOf(environment, id)));
  expect(ends.map((end) => end.jobs[0].status)).toEqual(["completed", "failed", "completed"]);
});

test("given a stored workflow that cannot be read, only its run fails, and says so", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("sound", [inApp("sound")]);
  const damaged = await environment.given.workflow("damaged", [inApp("before"), delay({}), inbox2]);
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
  ["half a character", "{{ payload.name[0] }}"],
  ["a NUL", "{{ '%00' | url_decode }}"],
])("given a text that renders %s, U+FFFD stands in its place", async (_name, text) => {
  const environment = await frozenAt(service, NOON);
  const own = custom({ initial: text }, "own");
  await environment.given.workflow("initials", [
    own,
    inApp("{{ steps.own.initial }}"),
    { ...inApp(text), stepId: "b" },
  ]);
  await endOf(environment, await environment.given.trigger("initials", { name: "😀 Ada" }));
  expect(await textsOf(environment)).toEqual(["\ufffd", "\ufffd"]);
});

test("given a recipient whose rows the database refuses, only that recipient's run fails", async () => {
  const environment = await frozenAt(service, NOON);
  await service.database.query(
    sql`alter table messages add constraint refused check (content::text not like '%refuse%')`,
  );
  await environment.given.workflow("names", [
    inApp("hello"),
    throttle(lasting(1, "hours")),
    { ...inApp("{{ subscriber.subscriberId }}"), stepId: "name" },
  ]);
  await environment.given.workflow("wait", [
    delay(lasting(1, "hours")),
    inApp("{{ subscriber.subscriberId }}"),
  ]);
  await environment.given.workflow("plain", [inApp("{{ subscriber.subscriberId }}"), inbox2]);
  const to = ["ada", "refuse-me", "bob"];
  const ids: string[] = [];
  for (const name of ["names", "wait", "plain"]) ids.push(await environment.given.trigger(name, {}, { to }));
  await advance(environment, 1, "hours");
  for (const id of ids) {
    for (const run of await endsOf(environment, id, 3)) {
      const isRefused = run.subscriber.subscriberId === "refuse-me";
      expect(statusesOf(run).includes("failed")).toBe(isRefused);
    }
  }
  expect((await textsOf(environment)).filter((words) => words === "bob")).toHaveLength(3);
});

const inbox2 = { ...inApp("after"), stepId: "after" };
