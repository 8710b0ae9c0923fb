import type { Notification, NotificationState, TriggerReport } from "@tidings/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpReceiver, openHttpReceiver } from "../../../server/testing/receivers.ts";
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
  throttle,
} from "../../../server/testing/steps.ts";
import { settled } from "../../../server/testing/test-clock.ts";
import type { TestEnvironment } from "../../../server/testing/test-environment.ts";
import { startTestService, type TestService } from "../../../server/testing/test-service.ts";
import { advance, frozenAt } from "../../../server/testing/virtual-time.ts";
import { outcomesOf, reasonsOf } from "../triggers/outcomes.ts";
import { shownState } from "./shown-state.ts";
import { notificationTimeline, type Timeline } from "./timeline.ts";
import { whyOf } from "./why-of.ts";
import { isChannel } from "./words.ts";

/** The same in each run, unless another one is asked for. */
const SEED = Number(process.env.RANDOM_SEED ?? 20_261_123);
const PEOPLE = 20;
const TRIGGERS = 50;

let service: TestService;
let gateway: HttpReceiver;
/** Answers with the status that the text of the SMS names. */
beforeAll(async () => {
  service = await startTestService();
  gateway = await openHttpReceiver((call, response) => {
    const status = Number(JSON.stringify(call.body).match(/"(\d{3})"/)?.[1] ?? 200);
    response.writeHead(status).end(status === 200 ? '{"id":"m1"}' : '{"error":"busy"}');
  });
});
afterAll(() => Promise.all([service.close(), gateway.close()]));

const wantsVip = { "==": [{ var: "payload.vip" }, true] };
const step: fc.Arbitrary<object> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("200", "200", "400", "401", "410", "503").map((status) => sms(status)),
  },
  { weight: 3, arbitrary: fc.constantFrom({}, { skip: wantsVip }).map((more) => inApp("Hi", more)) },
  { weight: 3, arbitrary: fc.constantFrom("Hi", "{{ payload.x | nofilter }}").map((body) => email(body)) },
  fc.constantFrom(push("Hi"), chat("Hi"), custom({ value: "1" })),
  fc.constantFrom(1, 5).map((hours) => delay(lasting(hours, "hours"))),
  fc.constantFrom(delay({ type: "dynamic", dynamicKey: "nowhere" }), digest(lasting(2, "hours"))),
  fc.constant(throttle({ ...lasting(4, "hours"), threshold: 2 })),
);
const workflow = fc.array(step, { minLength: 1, maxLength: 6 });
const person = fc.record({
  email: fc.boolean(),
  phone: fc.boolean(),
  device: fc.boolean(),
  channels: fc.record({ email: fc.boolean(), sms: fc.boolean(), in_app: fc.boolean() }),
  hasPreferences: fc.nat(3).map((one) => one === 0),
});
const trigger = fc.record({
  workflow: fc.nat(100),
  vip: fc.boolean(),
  isCanceled: fc.nat(9).map((n) => n === 0),
});

type Drawn = {
  workflows: object[][];
  people: { email: boolean; phone: boolean; device: boolean; channels: object; hasPreferences: boolean }[];
  triggers: { workflow: number; vip: boolean; isCanceled: boolean }[];
};
const drawn = (): Drawn => {
  const sample = <T>(of: fc.Arbitrary<T>, count: number, add: number): T[] =>
    fc.sample(of, { numRuns: count, seed: SEED + add });
  return {
    workflows: sample(workflow, 15, 1),
    people: sample(person, PEOPLE, 2),
    triggers: sample(trigger, TRIGGERS, 3),
  };
};

const named = (steps: readonly object[]): object[] =>
  steps.map((one, at) => ({ ...one, stepId: `step-${at}`, name: `Step ${at}` }));

async function prepare({ workflows, people }: Drawn): Promise<TestEnvironment> {
  const environment = await frozenAt(service, "2026-11-22T10:00:00.000Z");
  const { given } = environment;
  await given.integration("generic-sms", `${gateway.url}/sms`, { name: "Gateway" });
  await given.integration("push-webhook", `${gateway.url}/push`, { name: "Pusher" });
  for (const [at, one] of people.entries()) {
    const address = {
      ...(one.email ? { email: `p${at}@example.com` } : {}),
      ...(one.phone ? { phone: "+4917" } : {}),
    };
    await given.subscriber(`person-${at}`, { firstName: `P${at}`, ...address });
    if (one.device) await given.credentials(`person-${at}`, "push-webhook", { deviceTokens: ["d"] });
    if (one.hasPreferences) await given.preference(`person-${at}`, { channels: one.channels });
  }
  for (const [at, steps] of workflows.entries()) await given.workflow(`workflow-${at}`, named(steps));
  return environment;
}

const count = <Name extends string>(names: readonly Name[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

/** The state of a notification as a reader of its steps would name it. */
function stateOf({ steps }: Timeline): NotificationState {
  const is = (...shapes: string[]) => steps.some(({ mark }) => shapes.includes(mark.shape));
  const channels = steps.filter(({ type }) => isChannel(type));
  if (is("waiting", "pending", "trying")) return "waiting";
  const sent = channels.length === 0 ? steps : channels;
  if (
    sent.some(({ mark }) => mark.shape === "delivered") &&
    (channels.length > 0 || !is("failed", "skipped", "merged"))
  )
    return "delivered";
  if (is("failed", "unreachable")) return "failed";
  return is("merged") ? "merged" : "skipped";
}

/** What a reader of the pages sees of a trigger, in the form of its report. */
function seenOf(notifications: readonly Notification[]) {
  const states = notifications.map((one) => shownState(one) ?? "waiting");
  const reasons = (...wanted: readonly NotificationState[]) =>
    count(
      notifications
        .filter(({ state = "waiting" }) => wanted.includes(state))
        .map(({ reason }) => reason?.code ?? ""),
    );
  const { merged = 0, ...others } = count(states);
  return {
    outcomes: { ...others, skipped: (others.skipped ?? 0) + merged },
    failed: reasons("failed"),
    skipped: reasons("skipped", "merged"),
  };
}

function reportedOf(report: TriggerReport) {
  const outcomes = outcomesOf(report).filter((one) => one.count > 0 || one.state === "skipped");
  const codes = (wanted: (state: string) => boolean) =>
    Object.fromEntries(
      reasonsOf(report).flatMap((one) => (wanted(one.state) ? [[one.code, one.count]] : [])),
    );
  return {
    outcomes: Object.fromEntries(outcomes.map((one) => [one.state, one.count])),
    failed: codes((state) => state !== "skipped"),
    skipped: codes((state) => state === "skipped"),
  };
}

/** Everything in which the pages and the report, or the list and the timeline, do not agree. */
async function differencesOf(
  environment: TestEnvironment,
  transactionIds: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  const states: string[] = [];
  for (const transactionId of transactionIds) {
    const { body: page } = await environment.get(`/v1/notifications?limit=50&transactionId=${transactionId}`);
    const { body: report } = await environment.get(`/v1/events/trigger/${transactionId}`);
    const notifications = page.data as Notification[];
    states.push(...notifications.map(({ state = "" }) => state));
    const [seen, reported] = [seenOf(notifications), reportedOf(report)].map((one) =>
      JSON.stringify(one, sorted),
    );
    if (seen !== reported) found.push(`${transactionId}: seen ${seen}, reported ${reported}`);
    for (const one of notifications) {
      const timeline = notificationTimeline(one);
      const why = whyOf(timeline, one.reason);
      const [shown, stored] = [
        [stateOf(timeline), timeline.failedSteps, why?.step.reason?.code],
        [one.state, one.failedSteps, one.reason?.code],
      ].map((all) => JSON.stringify(all));
      if (shown !== stored) {
        const steps = timeline.steps.map(({ type, status, mark, reason }) => [
          type,
          status,
          mark.shape,
          reason?.code,
        ]);
        found.push(`${one._id}: shown ${shown}, stored ${stored} of ${JSON.stringify(steps)}`);
      }
    }
  }
  const counts = count(states);
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  if (states.length !== PEOPLE * TRIGGERS || Object.keys(counts).length < 4)
    found.push(JSON.stringify(counts));
  return found;
}

const sorted = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

test("state, counts and reasons of 1,000 random notifications equal the reports of their triggers", async () => {
  const world = drawn();
  const environment = await prepare(world);
  const to = world.people.map((_, at) => `person-${at}`);
  const transactionIds: string[] = [];
  for (const { workflow: at, vip, isCanceled } of world.triggers) {
    const name = `workflow-${at % world.workflows.length}`;
    const transactionId = await environment.trigger(name, to, { payload: { vip } });
    transactionIds.push(transactionId);
    if (!isCanceled) continue;
    await settled(environment);
    await environment.delete(`/v1/events/trigger/${transactionId}`);
  }
  await settled(environment);
  expect(await differencesOf(environment, transactionIds), `RANDOM_SEED=${SEED}`).toEqual([]);
  await advance(environment, 3, "hours");
  expect(await differencesOf(environment, transactionIds), `RANDOM_SEED=${SEED}`).toEqual([]);
});
