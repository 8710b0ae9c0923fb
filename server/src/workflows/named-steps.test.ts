import { expect, test } from "vitest";
import { type StepId, stepKeyOf } from "../foundation/ids.ts";
import { inspectTemplate } from "../templates/templates.ts";
import { namedSteps } from "./named-steps.ts";
import type { Step, TemplateReading } from "./workflow.ts";

const idOf = (name: string) => `id-${name}` as StepId;
const step = (name: string, more: Partial<Step> = {}): Step => {
  return { id: idOf(name), stepKey: stepKeyOf(name), name, type: "in_app", controlValues: {}, ...more };
};
const reading = (text: string): TemplateReading => ({ path: "body", ...inspectTemplate(text) });

/** The ids of the steps that the last of three steps refers to with this text. */
function namedBy(text: string, more: Partial<Step> = {}): string[] {
  const steps = [step("sms"), step("sms-two"), step("last", more)];
  return [...(namedSteps(steps, [[], [], [reading(text)]]).get(idOf("last")) ?? [])];
}

test("a text refers to the steps in its paths, not to steps with the same prefix", () => {
  expect(namedBy("Next steps: {{ payload.steps }} {{ subscriber.firstName }}")).toEqual([]);
  expect(namedBy("{{ steps.sms.x }}")).toEqual(["id-sms"]);
  expect(namedBy("{{ steps.sms-two.x | upcase }}")).toEqual(["id-sms-two"]);
  expect(namedBy('{% if steps["sms"] %}a{% endif %}')).toEqual(["id-sms"]);
  expect(namedBy("{{ steps.other.x }}")).toEqual([]);
});

test("a computed path, `steps` itself and an unreadable text refer to every earlier step", () => {
  for (const text of [
    "{{ steps[payload.name].x }}",
    "{{ steps | json }}",
    "{{ steps.sms",
    "{% for s in steps %}{{ s }}{% endfor %}",
  ])
    expect(namedBy(text)).toEqual(["id-sms", "id-sms-two"]);
  expect([...(namedSteps([step("sms"), step("last")], null).get(idOf("last")) ?? [])]).toEqual(["id-sms"]);
});

test("conditions, onlyIf and repeat refer to steps; a step never refers to itself or a later one", () => {
  expect(namedBy("", { controlValues: { skip: { "==": [{ var: "steps.sms.seen" }, true] } } })).toEqual([
    "id-sms",
  ]);
  expect(namedBy("", { onlyIf: { step: "sms-two", is: "not_delivered" } })).toEqual(["id-sms-two"]);
  const every = { amount: 1, unit: "hours" } as const;
  expect(namedBy("", { repeat: { step: "sms", until: "read", every, atMost: 2 } })).toEqual(["id-sms"]);
  expect(namedBy("", { repeat: { until: "read", every, atMost: 2 } })).toEqual([]);
  expect([
    ...(namedSteps([step("a"), step("b")], [[reading("{{ steps.b.x }}")], []]).get(idOf("a")) ?? []),
  ]).toEqual([]);
});
