import type { Explanation, Message, Notification } from "@tidings/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openHttpReceiver } from "../../../server/testing/receivers.ts";
import {
  chat,
  custom,
  delay,
  digest,
  email,
  inApp,
  lasting,
  push,
  sms,
  step,
  throttle,
} from "../../../server/testing/steps.ts";
import type { TestEnvironment } from "../../../server/testing/test-environment.ts";
import { startTestService, type TestService } from "../../../server/testing/test-service.ts";
import { advance, frozenAt } from "../../../server/testing/virtual-time.ts";
import { carriersOf } from "./carriers.ts";
import { plainText } from "./sentence.ts";
import { explanationTimeline, notificationTimeline, type Timeline } from "./timeline.ts";

/** A Friday evening before the night in which the clocks of Berlin change. */
const START = "2026-03-27T20:00:00.000Z";
const is = (path: string, wanted: unknown) => ({ "==": [{ var: path }, wanted] });
const after = (one: object, stepId: string) => ({ ...one, stepId, name: `${stepId} step` });
const seen = (stepId: string, reaction: string) => ({ onlyIf: { step: stepId, is: reaction } });

const IS_LAMP = {
  ...{ type: "GROUP", value: "AND", isNegated: false },
  children: [{ on: "payload", field: "thing", operator: "EQUAL", value: "lamp" }],
};

/** Workflows of every kind of step, with what each step can become. */
const WORKFLOWS: Readonly<Record<string, readonly object[]>> = {
  everything: [
    throttle({ ...lasting(1, "hours"), threshold: 3 }),
    digest({ ...lasting(1, "hours"), digestKey: "thing" }),
    inApp("{{ steps.collect.eventCount }} of {{ payload.thing }} for {{ subscriber.firstName }}"),
    sms("Text {{ payload.thing }}"),
    email("<h1>Hello</h1><p>{{ payload.thing }}</p>", { skip: is("payload.vip", true) }),
    after(email("<h1>Hello {{ subscriber.firstName }}</h1>"), "second-mail"),
    delay(lasting(2, "days")),
    push("Push {{ payload.thing }}"),
    chat("Chat"),
    custom({ value: "{{ payload.thing | size }}" }),
    step("delay", "morning", { type: "timed", cron: "0 9 * * *" }),
    after(inApp("{{ steps.custom.value }} at {{ now }}"), "last"),
  ],
  fallbacks: [
    inApp("First"),
    { ...sms("Not seen"), ...seen("inbox", "not_seen") },
    delay({ ...lasting(1, "hours"), unless: { step: "inbox", isNot: "not_read" } }),
    { ...email("<p>Not delivered</p>"), ...seen("text", "not_delivered") },
    { ...push("Again"), repeat: { atMost: 2, every: lasting(1, "hours"), until: "seen", step: "inbox" } },
  ],
  variants: [
    {
      ...inApp("plain"),
      variants: [
        {
          name: "vip",
          filters: [IS_LAMP],
          controlValues: { subject: "For you", body: "variant" },
        },
      ],
    },
    step("in_app", "broken", { subject: "x", body: "{{ payload.thing | nofilter }}" }),
    { ...sms("{{ payload.thing | nofilter }}"), stepId: "broken-text", name: "Broken text" },
    after(inApp("goes on"), "on"),
  ],
  "bad-delay": [delay({ type: "dynamic", dynamicKey: "nowhere" }), inApp("never")],
  "bad-throttle": [throttle({ type: "dynamic", dynamicKey: "nowhere", threshold: 1 }), inApp("perhaps")],
  "skipped-control": [
    delay({ ...lasting(1, "hours"), skip: is("payload.thing", "lamp") }),
    digest({ ...lasting(1, "hours"), lookBackWindow: lasting(1, "days") }),
    inApp("after"),
  ],
  throttled: [throttle({ ...lasting(1, "hours"), threshold: 1 }), inApp("passed")],
  quiet: [email("<p>at night</p>"), inApp("always")],
  extended: [
    { ...delay({ ...lasting(1, "hours"), extendToSchedule: true }), name: "Wait for them" },
    email("<p>in the morning</p>"),
  ],
  "off-by-default": [email("<p>Mail</p>"), inApp("always")],
};
const MORE: Readonly<Record<string, object>> = {
  "off-by-default": { preferences: { workflow: { channels: { email: { enabled: false } } } } },
};
const PEOPLE = ["ada", "bare", "unwilling", "sleeper"];

let service: TestService;
let gateway: Awaited<ReturnType<typeof openHttpReceiver>>;
beforeAll(async () => {
  [service, gateway] = await Promise.all([startTestService(), openHttpReceiver()]);
});
afterAll(() => Promise.all([service.close(), gateway.close()]));

async function world(workflow: string): Promise<TestEnvironment> {
  const environment = await frozenAt(service, START);
  const { given } = environment;
  const reachable = { email: "ada@example.com", phone: "+491701234567", timezone: "Europe/Berlin" };
  await given.subscriber("ada", { firstName: "Ada", lastName: "Lovelace", ...reachable });
  await given.subscriber("bare", { lastName: "Nobody" });
  await given.subscriber("unwilling", { firstName: "Una", ...reachable });
  await given.preference("unwilling", { channels: { sms: false, push: false } });
  await given.subscriber("sleeper", { firstName: "Sam", ...reachable });
  await given.preference("sleeper", { schedule: DAYTIME });
  for (const name of ["Gateway", "Second gateway"])
    await given.integration("generic-sms", `${gateway.url}/${name.length}`, { name });
  await given.integration("email-webhook", `${gateway.url}/mail`, { name: "Mailer" });
  await given.integration("push-webhook", `${gateway.url}/push`, { name: "Pusher" });
  await given.credentials("ada", "push-webhook", { deviceTokens: ["one", "two"] });
  await given.workflow(workflow, WORKFLOWS[workflow] ?? [], MORE[workflow]);
  return environment;
}

const open = { isEnabled: true, hours: [{ start: "08:00 AM", end: "05:00 PM" }] };
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const DAYTIME = { isEnabled: true, weeklySchedule: Object.fromEntries(DAYS.map((day) => [day, open])) };

/** Everything that a page shows of the steps. Ids are made up for each explanation. */
const shown = ({ steps, failedSteps }: Timeline) => ({
  failedSteps,
  steps: steps.map((step) => ({
    name: step.name,
    kind: step.kind,
    mark: step.mark,
    sentence: plainText(step.sentence),
    preview: step.preview,
    carrier: step.carrier,
    at: step.at,
    until: step.until,
    gapMs: step.gapMs,
    startsOpen: step.startsOpen,
    reason: step.reason,
    codes: step.details.map(({ code }) => code),
    texts: step.details.map(({ text }) => text),
    times: step.details.map(({ at }) => at),
  })),
});

async function recorded(environment: TestEnvironment, transactionId: string): Promise<Timeline> {
  const path = `?transactionId=${transactionId}&limit=50`;
  const { body: found } = await environment.get(`/v1/notifications${path}`);
  const { body: messages } = await environment.get(`/v1/messages${path}`);
  const { body: integrations } = await environment.get("/v1/integrations");
  const [notification] = found.data as Notification[];
  if (!notification) throw new Error("nothing was triggered");
  return notificationTimeline(notification, {
    messages: messages.data as Message[],
    carriers: carriersOf(integrations),
  });
}

describe("an explanation and the record of the same trigger show the same", () => {
  test.each(Object.keys(WORKFLOWS))("steps, states, sentences, codes and moments: %s", async (name) => {
    const environment = await world(name);
    const foreseen: Record<string, unknown> = {};
    const happened: Record<string, string> = {};
    for (const person of PEOPLE) {
      const trigger = { name, to: person, payload: { thing: "lamp" } };
      const { status, body } = await environment.post("/v1/events/trigger/explain", trigger);
      expect([status, body.recipients?.length]).toEqual([200, 1]);
      foreseen[person] = shown(explanationTimeline(body as Explanation, person));
      expect(body.recipients[0].steps).toHaveLength(WORKFLOWS[name]?.length ?? 0);
      happened[person] = await environment.given.trigger(name, { thing: "lamp" }, { to: person });
    }
    await advance(environment, 10, "days");
    for (const person of PEOPLE)
      expect(foreseen[person], person).toEqual(shown(await recorded(environment, happened[person] ?? "")));
  });
});
