import type { HttpReceiver } from "../../server/testing/receivers.ts";
import {
  delay,
  digest,
  email,
  inApp,
  lasting,
  push,
  sms,
  step,
  throttle,
} from "../../server/testing/steps.ts";
import { settled } from "../../server/testing/test-clock.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import type { TestService } from "../../server/testing/test-service.ts";
import { frozenAt } from "../../server/testing/virtual-time.ts";

/** A Sunday, 11:08 in Berlin. */
export const NOW = "2026-11-22T10:08:24.000Z";

/** What the page must say about a trigger of the workflow with the name of the case. */
export type WhyCase = {
  readonly steps: readonly object[];
  readonly to?: string;
  readonly payload?: object;
  readonly more?: object;
  /** Triggers before the one that is shown. */
  readonly before?: number;
  readonly question: string;
  readonly sentence: string;
  readonly tone: "bad" | "warn" | "wait" | "idle";
};

const ada = "Why did Ada not get";
const seen = { step: "inbox", is: "not_delivered" };

/** Each reason that one trigger can produce. Statuses are what the gateway answers. */
export const WHY_CASES: Readonly<Record<string, WhyCase>> = {
  condition_not_met: {
    steps: [{ ...sms("Hi"), controlValues: { body: "Hi", skip: { "==": [{ var: "payload.vip" }, true] } } }],
    question: `${ada} the SMS?`,
    sentence: "Not sent: payload.vip is not set; the step runs if payload.vip is true.",
    tone: "idle",
  },
  filtered_by_global: {
    steps: [push("Hi")],
    to: "quiet",
    question: "Why did Quiet not get the push message?",
    sentence: "Quiet switched push off for everything.",
    tone: "idle",
  },
  filtered_by_workflow: {
    steps: [email("Hi")],
    more: { preferences: { workflow: { channels: { email: { enabled: false } } } } },
    question: `${ada} the e-mail?`,
    sentence: "The workflow filtered_by_workflow does not use e-mail by default.",
    tone: "idle",
  },
  throttle_exceeded: {
    steps: [throttle({ amount: 1, unit: "hours", threshold: 1 }), inApp("Hi")],
    before: 1,
    question: "Why did it end at “throttle”?",
    sentence: "1 of 1 passed since 10:08:24; open again at 11:08:24.",
    tone: "idle",
  },
  digest_merged: {
    steps: [digest(lasting(1, "hours")), inApp("Hi")],
    before: 1,
    question: "Why did it end at “collect”?",
    sentence: "Collected into another notification.",
    tone: "idle",
  },
  step_digested: {
    steps: [digest(lasting(1, "hours")), inApp("Hi")],
    question: "What does “collect” wait for?",
    sentence: "Collects until 11:08:24: 1 event so far.",
    tone: "wait",
  },
  step_delayed: {
    steps: [delay(lasting(2, "hours")), inApp("Hi")],
    question: "What does “wait” wait for?",
    sentence: "Waits until 12:08:24.",
    tone: "wait",
  },
  no_email: {
    steps: [email("Hi")],
    to: "bare",
    question: "Why did Bo not get the e-mail?",
    sentence: "Bo has no e-mail address.",
    tone: "idle",
  },
  no_phone: {
    steps: [sms("Hi")],
    to: "bare",
    question: "Why did Bo not get the SMS?",
    sentence: "Bo has no phone number.",
    tone: "idle",
  },
  no_channel: {
    steps: [push("Hi")],
    to: "bare",
    question: "Why did Bo not get the push message?",
    sentence: "Bo has no device.",
    tone: "idle",
  },
  no_active_integration: {
    steps: [step("chat", "chat", { body: "Hi" })],
    question: `${ada} the chat message?`,
    sentence: "Nothing is connected for chat.",
    tone: "bad",
  },
  attempt_failed: {
    steps: [sms("503")],
    question: "Why has Ada not got the SMS yet?",
    sentence: "Gateway answered 503 busy; attempt 2 at …",
    tone: "warn",
  },
  credentials_failed: {
    steps: [sms("401")],
    question: `${ada} the SMS?`,
    sentence: "Gateway refused our account: 401 busy. Further attempts would meet the same answer.",
    tone: "bad",
  },
  "provider_failed rejected": {
    steps: [sms("400")],
    question: `${ada} the SMS?`,
    sentence: "Gateway rejected the message: 400 busy.",
    tone: "bad",
  },
  "provider_failed recipient_error": {
    steps: [sms("410")],
    question: `${ada} the SMS?`,
    sentence: "Gateway does not know this address: 410 busy.",
    tone: "idle",
  },
  "provider_failed attempts_spent": {
    steps: [{ ...sms("503"), delivery: { maxAttempts: 1 } }],
    question: `${ada} the SMS?`,
    sentence: "Given up after 1 attempt: Gateway answered 503 busy.",
    tone: "bad",
  },
  content_failed: {
    steps: [sms("{{ payload.name | nofilter }}")],
    question: `${ada} the SMS?`,
    sentence: 'The text could not be made: undefined filter: nofilter, in "body".',
    tone: "bad",
  },
  invalid_delay: {
    steps: [delay({ type: "dynamic", dynamicKey: "nowhere" }), inApp("Hi")],
    question: "Why did it end at “wait”?",
    sentence: '"nowhere" was not found in payload.',
    tone: "bad",
  },
  already_reached: {
    steps: [inApp("Hi"), { ...sms("Hi"), onlyIf: seen }],
    question: "",
    sentence: "",
    tone: "idle",
  },
};

/** An environment whose clock stands still, with everything that the cases need. */
export async function whyWorld(service: TestService, gateway: HttpReceiver): Promise<TestEnvironment> {
  const environment = await frozenAt(service, NOW);
  const { given } = environment;
  await given.subscriber("ada", { firstName: "Ada", email: "ada@example.com", phone: "+491701234567" });
  await given.subscriber("bare", { firstName: "Bo" });
  await given.subscriber("quiet", { firstName: "Quiet" });
  await given.preference("quiet", { channels: { push: false } });
  await given.integration("generic-sms", `${gateway.url}/sms`, { name: "Gateway" });
  await given.integration("push-webhook", `${gateway.url}/push`, { name: "Pusher" });
  return environment;
}

/** Triggers the workflow of a case; returns the id of the notification. */
export async function notificationOf(environment: TestEnvironment, name: string): Promise<string> {
  const { steps, to = "ada", payload = {}, more = {}, before = 0 } = WHY_CASES[name] as WhyCase;
  const workflowId = name.replaceAll(" ", "-");
  await environment.given.workflow(workflowId, steps, more);
  for (let count = 0; count < before; count += 1) await environment.trigger(workflowId, to, { payload });
  await settled(environment);
  const transactionId = await environment.given.trigger(workflowId, payload, { to });
  const { body } = await environment.get(`/v1/notifications?transactionId=${transactionId}`);
  return body.data[0]._id;
}
