import { expect, test } from "vitest";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { digest, inApp, lasting } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, frozenAt, goTo, runOf, sentBy } from "../testing/virtual-time.ts";

const service = await useTestService();

const NOON = "2026-03-31T12:00:00.000Z";
/** A time of that day. */
const at = (time: string) => `2026-03-31T${time}:00.000Z`;
const COUNT = "{{ steps.collect.eventCount }}";
const lookBack = (more: object = {}) =>
  digest({ type: "regular", ...lasting(10, "minutes"), lookBackWindow: lasting(1, "hours"), ...more });

test("look-back: the first event passes, close ones are collected; after a quiet hour one passes again", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [lookBack(), inApp(`{{ step.digest }} ${COUNT}`)]);
  const first = await environment.given.trigger("news");
  for (const time of ["12:50", "12:55", "13:50", "14:50"]) {
    await goTo(environment, at(time));
    await environment.given.trigger("news");
  }
  await goTo(environment, at("15:51"));
  const last = await environment.given.trigger("news");
  expect(await sentBy(environment)).toEqual([
    ["false ", at("12:00")],
    ["true 2", at("13:00")],
    ["true 1", at("14:00")],
    ["true 1", at("15:00")],
    ["false ", at("15:51")],
  ]);
  for (const id of [first, last]) {
    const run = await endOf(environment, id);
    expect(statusesOf(run)).toEqual(["skipped", "completed"]);
    expect(detailsOf(run.jobs[0]).at(-1)).toBe("Digest was skipped, first backoff event");
    expect(run.jobs[0].digest).toMatchObject({ backoff: true, backoffAmount: 1, backoffUnit: "hours" });
  }
});

test("look-back: each subscriber and each digest key has its own first event", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [lookBack({ digestKey: "post.id" }), inApp("x")]);
  const send = (id: number, to: string) => environment.given.trigger("news", { post: { id } }, { to });
  const ids = [await send(1, "ada"), await send(1, "bob"), await send(2, "ada"), await send(1, "ada")];
  const firsts = await Promise.all(ids.map((id) => runOf(environment, id)));
  expect(firsts.map((run) => run.jobs[0].status)).toEqual(["skipped", "skipped", "skipped", "delayed"]);
  await advance(environment, 10, "minutes");
  await endOf(environment, ids[3] as string);
});

test("sliding window: closes after a quiet hour, but never later than its cap", async () => {
  const environment = await frozenAt(service, NOON);
  const sliding = digest({ type: "regular", ...lasting(1, "hours"), slidingCap: lasting(3, "hours") });
  await environment.given.workflow("news", [sliding, inApp(COUNT)]);
  for (const time of ["12:00", "12:40", "16:00", "16:50", "17:40", "18:30", "18:59", "19:10"]) {
    await goTo(environment, at(time));
    await environment.given.trigger("news");
  }
  await advance(environment, 5, "hours");
  expect(await sentBy(environment)).toEqual([
    ["2", at("13:40")],
    ["5", at("19:00")],
    ["1", at("20:10")],
  ]);
});

test("digest: closes at `maxEvents`; the next event opens a new window", async () => {
  const environment = await frozenAt(service, NOON);
  const full = digest({ type: "regular", ...lasting(1, "hours"), maxEvents: 3 });
  await environment.given.workflow("news", [full, inApp(COUNT)]);
  for (const time of ["12:00", "12:05", "12:10", "12:15"]) {
    await goTo(environment, at(time));
    await environment.given.trigger("news");
  }
  expect(await sentBy(environment)).toEqual([["3", at("12:10")]]);
  await goTo(environment, at("13:15"));
  expect((await sentBy(environment)).at(-1)).toEqual(["1", at("13:15")]);
});

test("digest: a canceled event does not count towards `maxEvents`", async () => {
  const environment = await frozenAt(service, NOON);
  const full = digest({ type: "regular", ...lasting(1, "hours"), maxEvents: 3 });
  const text = "{% for event in step.events %}{{ event.n }},{% endfor %}";
  await environment.given.workflow("news", [full, inApp(text)]);
  const ids: string[] = [];
  for (const n of [0, 1]) ids.push(await environment.given.trigger("news", { n }));
  expect((await environment.delete(`/v1/events/trigger/${ids[1]}`)).body).toBe(true);
  await environment.given.trigger("news", { n: 2 });
  expect(await sentBy(environment)).toEqual([]);
  await advance(environment, 5, "minutes");
  await environment.given.trigger("news", { n: 3 });
  expect(await sentBy(environment)).toEqual([["0,2,3,", at("12:05")]]);
});
