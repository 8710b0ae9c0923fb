import type { Explanation, SimulatedDetail, SimulatedMessage, SimulatedStep } from "@tidings/contract";
import { expect, test } from "vitest";
import { explanationView } from "./explanation-view.ts";

const at = "2026-01-31T08:00:00.000Z";
const detail = (sentence: string, more: Partial<SimulatedDetail> = {}): SimulatedDetail => ({
  at,
  code: "some_code",
  detail: sentence,
  status: "Success",
  source: "Internal",
  ...more,
});
const step = (type: SimulatedStep["type"], more: Partial<SimulatedStep> = {}): SimulatedStep => ({
  stepId: type,
  name: `Step ${type}`,
  type,
  status: "completed" as const,
  details: [],
  messages: [],
  ...more,
});
const integration = { _id: "i1", identifier: "local-outbox", name: "Local outbox" };
const mail = (more: Partial<SimulatedMessage> = {}): SimulatedMessage => ({
  channel: "email",
  providerId: "svc-email",
  integration,
  email: "ada@example.com",
  cta: {},
  subject: "Order 7",
  content: "<p>\r\nHello\u001b[2J\n\n</p>",
  ...more,
});
const explanation = (steps: SimulatedStep[], more: Partial<Explanation> = {}): Explanation => ({
  status: "processed",
  at,
  workflow: { _id: "w1", workflowId: "orders", name: "Orders", version: 3 },
  recipients: [{ subscriberId: "ada", isNew: true, steps }],
  filteredBySubscription: [],
  hasMore: false,
  unknownTopics: [],
  ...more,
});

test("explanation: prints a timeline per recipient, with the messages", () => {
  const ended = detail("Delay is finished", { at: "2026-02-02T08:00:00.000Z" });
  const delayed = detail("Step delayed", { status: "Pending", raw: '{"delay":172800000}' });
  const steps = [
    step("delay", { details: [delayed, ended] }),
    step("email", { details: [detail("Message sent", { at: ended.at })], messages: [mail()] }),
  ];
  expect(explanationView(explanation(steps, { unknownTopics: ["gone-topic"] }))).toBe(
    `Workflow        orders (Orders), version 3
Status          processed
As of (UTC)     2026-01-31 08:00:00
Recipients      1
Unknown topics  gone-topic

To ada (would be created)

1. delay "Step delay": completed
   2026-01-31 08:00:00.000  Pending    Step delayed
                                       {"delay":172800000}
   2026-02-02 08:00:00.000  Success    Delay is finished

2. email "Step email": completed (svc-email)
   2026-02-02 08:00:00.000  Success    Message sent
   > through  Local outbox (local-outbox)
   > to       ada@example.com
   > subject  Order 7
   > content  <p>
   >          Hello·[2J
   >
   >          </p>`,
  );
});

test("explanation: prints why a message is not sent, and the targets of buttons", () => {
  const button = { type: "primary" as const, content: "Open", url: "https://example.com/7" };
  const withButton = mail({ cta: { data: { url: "https://example.com" }, action: { buttons: [button] } } });
  const { email, ...unaddressed } = mail({ errorText: "Subscriber does not have an email address" });
  expect(email).toBeDefined();
  const story = explanationView(
    explanation([step("email", { status: "failed", messages: [unaddressed, withButton] })]),
  );
  expect(story).toContain("> not sent  Subscriber does not have an email address\n");
  expect(story).toContain("> link     https://example.com\n");
  expect(story).toContain('> buttons  [{"type":"primary","content":"Open","url":"https://example.com/7"}]');
});

test("explanation: reports that there are more recipients", () => {
  expect(explanationView(explanation([], { hasMore: true }))).toContain("Recipients   more than the first 1");
});
