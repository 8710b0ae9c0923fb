import { CHANNELS, StepIssues, type StepType } from "@tidings/contract";
import { Check } from "typebox/value";
import { expect, test } from "vitest";
import { inspectInThread } from "../../testing/inspect-in-thread.ts";
import { type StepId, stepKeyOf } from "../foundation/ids.ts";
import type { JsonObject } from "../foundation/json.ts";
import { readTemplates } from "./read-templates.ts";
import { reviewSteps } from "./review.ts";
import type { ChannelIntegration } from "./step-issues.ts";
import type { Step, WorkflowDefinition } from "./workflow.ts";

const ALL: ChannelIntegration[] = CHANNELS.map((channel) => ({ channel, isActive: true }));

function step(type: StepType, controlValues: JsonObject, key: string = type): Step {
  return { id: key as StepId, stepKey: stepKeyOf(key), name: key, type, controlValues };
}

async function review(steps: Step[], more: Partial<WorkflowDefinition> = {}, integrations = ALL) {
  const definition: WorkflowDefinition = {
    name: "w",
    tags: [],
    severity: "none",
    origin: "svc-cloud",
    validatePayload: false,
    steps,
    ...more,
  };
  const readings = await readTemplates(inspectInThread, "environment", steps);
  return reviewSteps(definition, readings, integrations);
}

/** `control: ISSUE_TYPE` of the last step. */
async function issuesOf(steps: Step[], more: Partial<WorkflowDefinition> = {}): Promise<string[]> {
  const issues = (await review(steps, more)).at(-1)?.issues;
  expect(issues === undefined || Check(StepIssues, issues)).toBe(true);
  const entries = Object.entries(issues?.controls ?? {});
  return entries.flatMap(([control, all]) => all.map(({ issueType }) => `${control}: ${issueType}`));
}

test("a complete step has no issues", async () => {
  const [only] = await review([step("email", { subject: "Hi {{ subscriber.firstName }}" })]);
  expect(only?.issues).toBeUndefined();
});

test("every type has issues for missing required controls", async () => {
  expect(await issuesOf([step("in_app", {})])).toEqual(["subject: MISSING_VALUE", "body: MISSING_VALUE"]);
  expect(await issuesOf([step("in_app", { body: "x" })])).toEqual([]);
  expect(await issuesOf([step("email", { subject: " " })])).toEqual(["subject: MISSING_VALUE"]);
  expect(await issuesOf([step("sms", {})])).toEqual(["body: MISSING_VALUE"]);
  expect(await issuesOf([step("chat", { body: null })])).toEqual(["body: MISSING_VALUE"]);
  expect(await issuesOf([step("push", { subject: "x" })])).toEqual(["body: MISSING_VALUE"]);
  expect(await issuesOf([step("digest", { amount: 0 })])).toEqual([
    "amount: MISSING_VALUE",
    "unit: MISSING_VALUE",
  ]);
  expect(await issuesOf([step("delay", { amount: "5", unit: "minutes" })])).toEqual([]);
});

test("a link that fails in every run is an issue; one that depends on variables is not", async () => {
  const link = (url: string) => ({ redirect: { url } });
  const wrong = { body: "x", ...link("javascript:{{ payload.x }}"), primaryAction: link("www.example.com") };
  expect(await issuesOf([step("in_app", wrong)])).toEqual([
    "redirect.url: ILLEGAL_VARIABLE_IN_CONTROL_VALUE",
    "primaryAction.redirect.url: ILLEGAL_VARIABLE_IN_CONTROL_VALUE",
  ]);
  const open = { body: "x", ...link("{{ payload.x }}"), secondaryAction: link("/orders/{{ payload.id }}") };
  expect(await issuesOf([step("in_app", open)])).toEqual([]);
  const variant = { filters: [], controlValues: { body: "x", ...link("//example.com") } };
  const withVariant = { ...step("in_app", { body: "x" }), variants: [{ id: "v", ...variant }] };
  expect(await issuesOf([withVariant])).toEqual([
    "variants.0.redirect.url: ILLEGAL_VARIABLE_IN_CONTROL_VALUE",
  ]);
});

test("a wait of more than a year exceeds the limit", async () => {
  const found = await issuesOf([step("delay", { amount: 13, unit: "months" })]);
  expect(found).toEqual(["amount: TIER_LIMIT_EXCEEDED", "unit: TIER_LIMIT_EXCEEDED"]);
});

test("a variable with an unknown root is an issue with its name", async () => {
  const [only] = await review([step("sms", { body: "{{ customer.name }} {{ payload.name }}" })]);
  expect(only?.issues?.controls?.body).toEqual([
    expect.objectContaining({
      issueType: "ILLEGAL_VARIABLE_IN_CONTROL_VALUE",
      variableName: "customer.name",
    }),
  ]);
});

test("known roots, loops and the text's own variables are legal", async () => {
  const body = `{{ payload.a.b[0] }}{{ subscriber.data.plan }}{{ workflow.name }}{{ step.total_count }}
    {{ context.tenant }}{% for item in payload.items %}{{ item.name }}{{ forloop.index }}{% endfor %}
    {% assign x = payload.y %}{{ x }}{{ subscriber.firstName.size }}`;
  expect(await issuesOf([step("sms", { body })])).toEqual([]);
});

test("an unknown field of the subscriber is an issue", async () => {
  const found = await issuesOf([step("sms", { body: "{{ subscriber.shoeSize }}" })]);
  expect(found).toEqual(["body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE"]);
});

test("a step may refer to earlier steps, not to itself or later ones", async () => {
  const digest = step("digest", { amount: 1, unit: "hours" }, "daily");
  const text = step("sms", { body: "{{ steps.daily.eventCount }}{{ steps.daily.events[0].payload.x }}" });
  expect(await issuesOf([digest, text])).toEqual([]);
  expect(await issuesOf([text])).toHaveLength(2);
  expect(await issuesOf([step("sms", { body: "{{ steps.sms.x }}" })])).toHaveLength(1);
});

test("a closed payload schema excludes unlisted names, an open one does not", async () => {
  const steps = [step("sms", { body: "{{ payload.name }} {{ payload.age }}" })];
  const schema = { type: "object", properties: { name: { type: "string" } } };
  expect(await issuesOf(steps, { payloadSchema: schema })).toEqual([]);
  const closed = { ...schema, additionalProperties: false };
  expect(await issuesOf(steps, { payloadSchema: closed })).toEqual([
    "body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE",
  ]);
});

test("an unknown filter and a broken text are issues of their controls", async () => {
  const controls = { body: "{{ payload.x | shout }}", primaryAction: { label: "{{ payload.x" } };
  expect(await issuesOf([step("in_app", controls)])).toEqual([
    "body: INVALID_FILTER_ARG_IN_VARIABLE",
    "primaryAction.label: ILLEGAL_VARIABLE_IN_CONTROL_VALUE",
  ]);
});

test("unknown controls are not templates", async () => {
  expect(await issuesOf([step("sms", { body: "x", note: "{{ oops" })])).toEqual([]);
});

test("without an active integration one is missing; an inactive inbox is not connected", async () => {
  const off: ChannelIntegration[] = [
    { channel: "in_app", isActive: false },
    { channel: "sms", isActive: false },
  ];
  const steps = [step("in_app", { body: "x" }), step("sms", { body: "x" }), step("email", { subject: "x" })];
  const types = (await review(steps, {}, off)).map(({ issues }) =>
    Object.values(issues?.integration ?? {}).flatMap((all) => all.map(({ issueType }) => issueType)),
  );
  expect(types).toEqual([["INBOX_NOT_CONNECTED"], ["MISSING_INTEGRATION"], ["MISSING_INTEGRATION"]]);
  const [bare] = await review([step("in_app", { body: "x" })], {}, []);
  expect(bare?.issues?.integration?.in_app?.[0]?.issueType).toBe("MISSING_INTEGRATION");
});

test("a hostile text causes few and short issues", async () => {
  const many = Array.from({ length: 500 }, (_, index) => `{{ v${index} }}`).join("");
  const long = `{{ ${"a".repeat(50_000)} }}{{ payload.__proto__.constructor }}`;
  const [sms, push] = await review([step("sms", { body: many }), step("push", { subject: long, body: "x" })]);
  expect(sms?.issues?.controls?.body).toHaveLength(20);
  expect(JSON.stringify(push?.issues).length).toBeLessThan(1_000);
  expect(JSON.stringify(push?.variables)).toContain("__proto__");
});

test("a block editor body stored by an older version is an issue", async () => {
  const controls = { subject: "x", body: "{}", editorType: "block" };
  expect(await issuesOf([step("email", controls)])).toEqual(["body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE"]);
});

test("an invalid cron expression causes one issue", async () => {
  const [delay] = await review([step("delay", { cron: "61 * * * *" })]);
  expect(delay?.issues?.controls?.cron).toEqual([
    {
      issueType: "ILLEGAL_VARIABLE_IN_CONTROL_VALUE",
      message: 'The cron expression cannot be read: its minute is "61"; write for example 0 or */15.',
    },
  ]);
});
