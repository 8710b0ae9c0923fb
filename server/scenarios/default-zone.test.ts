import { expect, test } from "vitest";
import { delay, digest, inApp, lasting } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { endOf, frozenAt, goTo, runOf, sentBy, textsOf } from "../testing/virtual-time.ts";

/** An environment's default zone: the zone of its subscribers without a zone that the service knows. */

const service = await useTestService();

const VANCOUVER = "America/Vancouver";
/** Nine in the morning, on 8 January 2026. */
const NINE = { [VANCOUVER]: "2026-01-08T17:00:00.000Z", "Asia/Tokyo": "2026-01-08T00:00:00.000Z" };
const NOW = "2026-01-07T18:00:00.000Z";
const daily = digest({ type: "timed", cron: "0 9 * * *" });
const LOCAL = '{{ subscriber.subscriberId }} {{ "now" | date: "%H:%M %Z", subscriber.timezone }}';

async function inZone(timezone: string, now = NOW): Promise<TestEnvironment> {
  const environment = await frozenAt(service, now);
  await changeZone(environment, timezone);
  return environment;
}

async function changeZone(environment: TestEnvironment, timezone: string): Promise<void> {
  const { status, body } = await environment.put(`/v1/environments/${environment.id}`, { timezone });
  expect([status, body.timezone]).toEqual([200, timezone]);
}

const dueAtOf = async (environment: TestEnvironment, id: string) =>
  (await runOf(environment, id)).jobs[0].dueAt;

const SUBSCRIBERS = [
  { subscriberId: "none" },
  { subscriberId: "unknown", timezone: "Vancouver City" },
  { subscriberId: "own", timezone: "Asia/Tokyo" },
];

test.each([
  ["digest", daily],
  ["delay", delay({ type: "timed", cron: "0 9 * * *" })],
])("%s at nine: in the default zone without a known zone, else in the subscriber's own", async (_, step) => {
  const environment = await inZone(VANCOUVER);
  await environment.given.workflow("daily", [step, inApp(LOCAL)]);
  await environment.given.trigger("daily", {}, { to: SUBSCRIBERS });
  await goTo(environment, "2026-01-08T20:00:00.000Z");
  expect((await sentBy(environment)).toSorted()).toEqual([
    ["none 09:00 PST", NINE[VANCOUVER]],
    ["own 09:00 JST", NINE["Asia/Tokyo"]],
    ["unknown 09:00 PST", NINE[VANCOUVER]],
  ]);
});

test("quiet hours of a subscriber without a zone are those of the default zone", async () => {
  const environment = await inZone(VANCOUVER, "2026-01-07T18:00:00.000Z");
  const hours = { isEnabled: true, hours: [{ start: "09:00 AM", end: "11:00 AM" }] };
  await environment.given.subscriber("ada", { email: "ada@example.com" });
  await environment.given.preference("ada", {
    schedule: { isEnabled: true, weeklySchedule: { wednesday: hours, thursday: hours } },
  });
  const mail = { name: "mail", stepId: "mail", type: "email", controlValues: { subject: "s", body: "x" } };
  await environment.given.workflow("mail", [mail]);
  const open = await environment.given.trigger("mail");
  expect((await endOf(environment, open)).jobs[0].status).toBe("completed");
  await goTo(environment, "2026-01-07T20:00:00.000Z");
  const wait = delay({ ...lasting(1, "minutes"), extendToSchedule: true });
  await environment.given.workflow("later", [wait, mail]);
  const closed = await environment.given.trigger("mail");
  const { jobs } = await endOf(environment, closed);
  const raw = JSON.parse(jobs[0].executionDetails.find(({ code }: any) => code === "outside_schedule").raw);
  expect(raw).toEqual({ localTime: "12:00", opensAt: NINE[VANCOUVER], zone: VANCOUVER });
  const extended = await environment.given.trigger("later");
  await goTo(environment, "2026-01-07T20:01:00.000Z");
  expect(await dueAtOf(environment, extended)).toBe(NINE[VANCOUVER]);
});

test("texts: a zone that is none or unknown counts as the default zone; without a zone, dates are UTC", async () => {
  const environment = await inZone(VANCOUVER);
  const texts = [
    '{{ "now" | date: "%H:%M" }}',
    '{{ "now" | date: "%H:%M", "Mars/Base" }}',
    '{{ "now" | date: "%H:%M", "" }}',
    '{{ "now" | date: "%F %R", subscriber.timezone }}',
    '{{ "now" | localized_date: "none", "short", subscriber.timezone, "de" }}',
    '{{ "now" | localized_date: "none", "short" }}',
    '{{ "now" | date: "%H:%M", "Asia/Tokyo" }}',
    "{{ environment.timezone }}",
  ];
  await environment.given.workflow("texts", [inApp(texts.join(", "))]);
  await environment.given.trigger("texts");
  const expected = "18:00, 10:00, 10:00, 2026-01-07 10:00, 10:00, 6:00 PM, 03:00, America/Vancouver";
  expect((await textsOf(environment)).map((text) => text.replaceAll("\u202f", " "))).toEqual([expected]);
});

test("a change moves what waits by the default zone, with a detail; other waits stay", async () => {
  const environment = await frozenAt(service, NOW);
  await environment.given.workflow("daily", [daily, inApp(LOCAL)]);
  await environment.given.workflow("hours", [delay(lasting(5, "hours")), inApp(LOCAL)]);
  const id = await environment.given.trigger("daily", {}, { to: "none" });
  const own = await environment.given.trigger("daily", {}, { to: SUBSCRIBERS[2] });
  const hours = await environment.given.trigger("hours");
  const inUtc = "2026-01-08T09:00:00.000Z";
  expect(await dueAtOf(environment, id)).toBe(inUtc);
  await changeZone(environment, VANCOUVER);
  await expect.poll(() => dueAtOf(environment, id)).toBe(NINE[VANCOUVER]);
  const { executionDetails, digest: settings } = (await runOf(environment, id)).jobs[0];
  const moves = executionDetails.filter(({ code }: any) => code === "moved_by_default_zone");
  expect(moves.map(({ raw }: any) => JSON.parse(raw))).toEqual([
    { fromDate: inUtc, untilDate: NINE[VANCOUVER], zone: VANCOUVER },
  ]);
  expect(settings.timed.untilDate).toBe(NINE[VANCOUVER]);
  expect(await dueAtOf(environment, own)).toBe(NINE["Asia/Tokyo"]);
  expect(await dueAtOf(environment, hours)).toBe("2026-01-07T23:00:00.000Z");
  await goTo(environment, "2026-01-08T20:00:00.000Z");
  expect((await sentBy(environment)).toSorted()).toEqual([
    ["ada 15:00 PST", "2026-01-07T23:00:00.000Z"],
    ["none 09:00 PST", NINE[VANCOUVER]],
    ["own 09:00 JST", NINE["Asia/Tokyo"]],
  ]);
});

test("explanations and previews use the default zone", async () => {
  const environment = await inZone(VANCOUVER);
  const { workflowId, steps } = await environment.given.workflow("daily", [daily, inApp(LOCAL)]);
  const { body } = await environment.post("/v1/events/trigger/explain", { name: "daily", to: "ada" });
  const [first, second] = body.recipients[0].steps;
  expect(JSON.stringify(first)).toContain(NINE[VANCOUVER]);
  expect(JSON.stringify(second)).toContain("ada 09:00 PST");
  const path = `/v2/workflows/${workflowId}/step/${steps[1].stepId}/preview`;
  const preview = await environment.post(path, { previewPayload: { subscriber: { subscriberId: "eva" } } });
  expect(preview.body.result.preview.body).toBe("eva 10:00 PST");
  expect(preview.body.previewPayloadExample.subscriber.timezone).toBe(VANCOUVER);
});

test("the warning about an unknown zone names the default zone", async () => {
  const environment = await service.newEnvironment();
  const { body: made } = await environment.post("/v1/environments", {
    name: `Zone ${environment.id}`,
    timezone: "america/vancouver",
  });
  expect(made.timezone).toBe(VANCOUVER);
  const answers = await fetch(`${service.url}/v2/subscribers`, {
    method: "POST",
    headers: { authorization: `ApiKey ${made.apiKeys[0].key}`, "content-type": "application/json" },
    body: JSON.stringify({ subscriberId: "ada", timezone: "Berlin" }),
  });
  const { warnings } = (await answers.json()) as any;
  const message = `"Berlin" is not the name of a time zone, and counts as ${VANCOUVER}; write Europe/Berlin`;
  expect(warnings).toEqual([{ field: "timezone", message }]);
});

test.each(["Vancouver", "+02:00", "", "Mars/Base", 7])("%j is refused as default zone", async (timezone) => {
  const environment = await service.newEnvironment();
  const path = `/v1/environments/${environment.id}`;
  const made = await environment.post("/v1/environments", { name: `No ${environment.id}`, timezone });
  for (const { status, body } of [await environment.put(path, { timezone }), made]) {
    expect([status, Object.keys(body.errors)]).toEqual([422, expect.arrayContaining(["timezone"])]);
  }
  expect((await environment.get("/v1/environments/me")).body.timezone).toBe("UTC");
  expect((await environment.get("/v1/environments")).body).toHaveLength(1);
});

test("the zone of an environment counts in no other one of its organization", async () => {
  const environment = await inZone(VANCOUVER);
  const { body: made } = await environment.post("/v1/environments", { name: `Other ${environment.id}` });
  expect(made.timezone).toBe("UTC");
  const other = await frozenAt(service, NOW);
  for (const one of [environment, other]) {
    await one.given.workflow("now", [inApp(LOCAL)]);
    await one.given.trigger("now");
  }
  expect(await textsOf(environment)).toEqual(["ada 10:00 PST"]);
  expect(await textsOf(other)).toEqual(["ada 18:00 UTC"]);
});
