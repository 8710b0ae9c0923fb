import { expect, test } from "vitest";
import { type StepId, stepKeyOf } from "../foundation/ids.ts";
import { toStoredDefinition, withDefinition } from "./stored-definition.ts";
import type { WorkflowDefinition } from "./workflow.ts";

const around = {
  name: "W",
  tags: [],
  severity: "none",
  origin: "svc-cloud",
  validatePayload: false,
} as const;
const step = { name: "Mail", type: "email", controlValues: { body: "x" } } as const;
const id = "1".repeat(24) as StepId;

test("stored definition: has the words of earlier versions, and is read back as it was", () => {
  const definition: WorkflowDefinition = {
    ...around,
    tags: [],
    steps: [{ id, stepKey: stepKeyOf("mail"), ...step }],
  };
  const stored = JSON.stringify(toStoredDefinition(definition));
  expect(stored).toBe(JSON.stringify({ ...around, steps: [{ id, stepId: "mail", ...step }] }));
  expect(withDefinition({ version: 1, definition: JSON.parse(stored) })).toEqual({ version: 1, definition });
});
