import type { StepType } from "@tidings/contract";
import { expect, test } from "vitest";
import type { AppError } from "../foundation/app-error.ts";
import type { JsonObject } from "../foundation/json.ts";
import { checkControls } from "./check-controls.ts";
import type { StepDraft } from "./step-draft.ts";

const draft = (type: StepType, controlValues: JsonObject): StepDraft => ({ name: "s", type, controlValues });

/** The error messages, by field below `steps.0.controlValues.`. */
function problemsOf(type: StepType, controlValues: JsonObject): Record<string, string> {
  try {
    checkControls([draft(type, controlValues)]);
    return {};
  } catch (error) {
    const entries = Object.entries((error as AppError).errors ?? {});
    return Object.fromEntries(
      entries.map(([field, { messages }]) => [
        field.replace("steps.0.controlValues.", ""),
        messages[0] ?? "",
      ]),
    );
  }
}

test("a control of a wrong type is refused with its path, the expected and the actual type", () => {
  const timed = { weekDays: "monday", monthDays: [1, "2", {}], atTime: 9, ordinal: 1 };
  expect(problemsOf("digest", { amount: "many", unit: 5, timed, maxEvents: 1.5, cron: [] })).toEqual({
    amount: "must be a number and is a text",
    unit: "must be a text and is the number 5",
    "timed.weekDays": "must be a list and is a text",
    "timed.monthDays.2": "must be a text or a number and is an object",
    "timed.atTime": "must be a text and is the number 9",
    maxEvents: "must be a whole number and is the number 1.5",
    cron: "must be a text and is a list",
  });
  expect(problemsOf("throttle", { threshold: { toString: 1 } })).toEqual({
    threshold: "must be a whole number and is an object",
  });
  expect(
    problemsOf("in_app", { redirect: "/x", disableOutputSanitization: "yes", primaryAction: { label: {} } }),
  ).toEqual({
    redirect: "must be an object and is a text",
    disableOutputSanitization: "must be true or false and is a text",
    "primaryAction.label": "must be a text and is an object",
  });
});

test("null and empty strings are absent, numbers may be strings, unknown words and controls are accepted", () => {
  const timed = { weekDays: null, monthDays: ["1", 2], ordinal: 1, ordinalValue: "", more: { deep: [] } };
  const digest = {
    amount: "5",
    unit: "fortnights",
    digestKey: null,
    lookBackWindow: "",
    maxEvents: "3",
    timed,
  };
  expect(problemsOf("digest", digest)).toEqual({});
  expect(
    problemsOf("email", { subject: null, body: "", layoutId: null, timed: { weekDays: "monday" } }),
  ).toEqual({});
  expect(problemsOf("custom", { anything: [1, {}], subject: 5 })).toEqual({});
  expect(problemsOf("push", {})).toEqual({});
});

test("a condition may be an object or any form of no condition", () => {
  for (const skip of [null, "", false, true, [], {}, { "==": [1, 1] }, { unknown: 1 }]) {
    expect(problemsOf("sms", { body: "x", skip })).toEqual({});
  }
  expect(problemsOf("sms", { skip: "x" })).toEqual({ skip: "must be an object and is a text" });
});

test("variants are checked like their step, and at most 20 problems are listed", () => {
  const wrong = { filters: [], controlValues: { body: 5 } };
  const step = { ...draft("chat", { body: "x" }), variants: Array.from({ length: 30 }, () => wrong) };
  const steps = [draft("chat", {}), step];
  expect(() => checkControls(steps)).toThrow(
    expect.objectContaining({
      code: "invalid",
      errors: expect.objectContaining({
        "steps.1.variants.19.controlValues.body": { messages: ["must be a text and is the number 5"] },
      }),
    }),
  );
  expect(() => checkControls(steps)).not.toThrow(
    expect.objectContaining({
      errors: expect.objectContaining({ "steps.1.variants.20.controlValues.body": expect.anything() }),
    }),
  );
});
