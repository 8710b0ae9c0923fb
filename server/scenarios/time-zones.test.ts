import { expect, test } from "vitest";
import { bundledVersion } from "../src/calendar/zones/zone-files.ts";
import { delay, digest, inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, frozenAt, goTo, runOf, sentBy, textsOf } from "../testing/virtual-time.ts";

/** What a subscriber's zone decides, by the rules of tzdata. Their changes under waiting steps: time-zone-changes.test.ts. */

const service = await useTestService();

/** The end of a digest `0 9 * * *` that begins at 12:00 UTC on 28 November 2026, by the NEWS of tzdata 2026a to 2026f. */
const NINE: Record<string, string> = {
  "America/Vancouver": "2026-11-28T16:00:00.000Z",
  "America/Edmonton": "2026-11-28T15:00:00.000Z",
  "America/Inuvik": "2026-11-28T15:00:00.000Z",
  "America/Winnipeg": "2026-11-28T14:00:00.000Z",
  "America/Toronto": "2026-11-28T14:00:00.000Z",
  "America/Havana": "2026-11-28T13:00:00.000Z",
  "Africa/Casablanca": "2026-11-29T09:00:00.000Z",
  "Europe/Chisinau": "2026-11-29T07:00:00.000Z",
};
const SUBSCRIBERS = Object.keys(NINE).map((timezone) => ({
  subscriberId: timezone.replace("/", "-"),
  timezone,
}));

test("digests and delays at nine in the morning end at nine by today's laws", async () => {
  const environment = await frozenAt(service, "2026-11-28T12:00:00.000Z");
  const LOCAL = '{{ subscriber.timezone }} {{ "now" | date: "%H:%M", subscriber.timezone }}';
  const daily = digest({ type: "timed", cron: "0 9 * * *" });
  await environment.given.workflow("digest", [daily, inApp(LOCAL)]);
  await environment.given.workflow("delay", [delay({ type: "timed", cron: "0 9 * * *" }), inApp(LOCAL)]);
  const expected = Object.entries(NINE).map(([zone, at]) => [`${zone} 09:00`, at]);
  for (const name of ["digest", "delay"]) await environment.given.trigger(name, {}, { to: SUBSCRIBERS });
  await advance(environment, 1, "days");
  const sent = await sentBy(environment);
  expect(sent.toSorted()).toEqual([...expected, ...expected].toSorted());
});

test("quiet hours and local times in texts follow today's laws", async () => {
  const environment = await frozenAt(service, "2026-11-28T16:30:00.000Z");
  const hours = { isEnabled: true, hours: [{ start: "09:00 AM", end: "10:00 AM" }] };
  const ada = { subscriberId: "ada", timezone: "America/Vancouver" };
  await environment.given.subscriber("ada", ada);
  await environment.given.preference("ada", {
    schedule: { isEnabled: true, weeklySchedule: { saturday: hours } },
  });
  const local = '{{ "now" | date: "%H:%M %z", subscriber.timezone }}';
  const email = { name: "mail", stepId: "mail", type: "email", controlValues: { subject: local, body: "x" } };
  await environment.given.workflow("mail", [inApp(local), email]);
  const id = await environment.given.trigger("mail", {}, { to: { ...ada, email: "ada@example.com" } });
  expect((await endOf(environment, id)).jobs.map(({ status }: any) => status)).toEqual([
    "completed",
    "completed",
  ]);
  expect(await textsOf(environment)).toContain("09:30 -0700");
});

const UNKNOWN = ["Berlin", "Etc/Unknown", "", "GMT+02:00", "GMT+2", "+02:00", "Mars/Base"];

test.each(UNKNOWN)(
  "the unknown zone %j is stored with a warning, and counts as UTC everywhere",
  async (timezone) => {
    const environment = await frozenAt(service, "2026-06-01T08:30:00.000Z");
    const stored = await environment.post("/v2/subscribers", { subscriberId: "ada", timezone });
    expect(stored.status).toBe(201);
    expect(stored.body.timezone).toBe(timezone);
    const advice = timezone === "Berlin" ? "Europe/Berlin" : "a name such as Europe/Berlin";
    const message = `${JSON.stringify(timezone)} is not the name of a time zone, and counts as UTC; write ${advice}`;
    expect(stored.body.warnings).toEqual([{ field: "timezone", message }]);
    const daily = digest({ type: "timed", cron: "0 9 * * *" });
    await environment.given.workflow("daily", [
      daily,
      inApp('{{ "now" | date: "%H:%M %Z", subscriber.timezone }}'),
    ]);
    await environment.given.trigger("daily", {}, { to: "ada" });
    await goTo(environment, "2026-06-01T09:00:00.000Z");
    expect(await sentBy(environment)).toEqual([["09:00 UTC", "2026-06-01T09:00:00.000Z"]]);
  },
);

test("every operation that stores a zone warns of an unknown one, and of no other", async () => {
  const environment = await service.newEnvironment();
  const eve = { subscriberId: "eve", timezone: "Berlin" };
  const known = { subscriberId: "kei", timezone: "asia/tokyo" };
  const warned = async (answer: Promise<{ status: number; body: any }>, ...fields: string[]) => {
    const { status, body } = await answer;
    expect([status < 300, (body.warnings ?? []).map(({ field }: any) => field)]).toEqual([true, fields]);
  };
  await warned(environment.post("/v2/subscribers", known));
  await warned(environment.post("/v2/subscribers", eve), "timezone");
  await warned(environment.patch("/v2/subscribers/kei", { timezone: "Tokyo" }), "timezone");
  await warned(environment.patch("/v2/subscribers/kei", { firstName: "Kei" }), "timezone");
  await warned(environment.patch("/v2/subscribers/kei", { timezone: null }));
  await warned(environment.get("/v2/subscribers/eve"), "timezone");
  await warned(environment.post("/v1/subscribers", eve), "timezone");
  await warned(environment.put("/v1/subscribers/eve", { timezone: "Paris" }), "timezone");
  const { body } = await environment.post("/v1/subscribers/bulk", {
    subscribers: [known, { ...eve, subscriberId: "new" }],
  });
  expect(body.created).toEqual([
    { subscriberId: "new", warnings: [expect.objectContaining({ field: "timezone" })] },
  ]);
  expect(body.updated).toEqual([{ subscriberId: "kei" }]);
  await environment.given.workflow("hello", [inApp("Hello")]);
  const trigger = (to: unknown, more = {}) =>
    environment.post("/v1/events/trigger", { name: "hello", to, ...more });
  await warned(trigger(eve), "to.timezone");
  await warned(trigger([known, "bob", eve], { actor: eve }), "to.2.timezone", "actor.timezone");
  await warned(trigger(known));
  const bulk = await environment.post("/v1/events/trigger/bulk", {
    events: [
      { name: "hello", to: known },
      { name: "hello", to: eve },
    ],
  });
  expect(bulk.body.map(({ warnings = [] }: any) => warnings.length)).toEqual([0, 1]);
  const subscriber = { subscriberId: "tab", timezone: "Etc/Unknown" };
  const session = await fetch(`${service.url}/v1/inbox/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ applicationIdentifier: environment.id, subscriber }),
  });
  const { data } = (await session.json()) as any;
  expect(data.warnings.map(({ field }: any) => field)).toEqual(["subscriber.timezone"]);
});

test("times without an offset are UTC, in a template as in a delay", async () => {
  const environment = await frozenAt(service, "2026-03-05T09:00:00.000Z");
  const steps = [
    delay({ type: "dynamic", dynamicKey: "at" }),
    inApp('{{ payload.at | date: "%d %B %H:%M" }}'),
  ];
  await environment.given.workflow("remind", steps);
  const id = await environment.given.trigger("remind", { at: "2026-03-05T12:00:00" });
  expect((await runOf(environment, id)).jobs[0].dueAt).toBe("2026-03-05T12:00:00.000Z");
  await advance(environment, 3, "hours");
  expect(await textsOf(environment)).toEqual(["05 March 12:00"]);
});

const systemOf = async (environment: TestEnvironment) => (await environment.get("/v1/system")).body;

test("system: states the version of the zone data and where they come from", async () => {
  const { timeZones } = await systemOf(await service.newEnvironment());
  expect(timeZones).toMatchObject({ version: bundledVersion().version, source: "bundled" });
});
