import { Workflow as WireWorkflow, WorkflowListItem, WorkflowStep } from "@tidings/contract";
import { Check, Errors } from "typebox/value";
import { expect, test } from "vitest";
import { inspectInThread } from "../../../testing/inspect-in-thread.ts";
import { type StepId, type WorkflowId, workflowKeyOf } from "../../foundation/ids.ts";
import { defineWorkflow } from "../define-workflow.ts";
import { readTemplates } from "../read-templates.ts";
import { reviewSteps, type WorkflowReview } from "../review.ts";
import type { Workflow } from "../workflow.ts";
import { applyChanges, fromInput, toListItem, toWorkflow } from "./workflow-wire.ts";

const input = {
  name: "Weekly news",
  workflowId: "weekly-news",
  payloadSchema: { type: "object" },
  preferences: { user: { all: { readOnly: true } }, workflow: { channels: { sms: { enabled: false } } } },
  steps: [
    { name: "Gather", type: "digest" as const, controlValues: { amount: "2", unit: "hours" } },
    { name: "Mail", type: "email" as const, controlValues: { body: "x", layoutId: null } },
    { name: "Inbox", type: "in_app" as const },
  ],
};

async function reviewed(): Promise<WorkflowReview> {
  let count = 0;
  const makeId = () => (++count).toString(16).padStart(24, "0") as StepId;
  const moment = new Date("2026-01-02T03:04:05Z");
  const workflow: Workflow = {
    id: "f".repeat(24) as WorkflowId,
    workflowKey: workflowKeyOf(input.workflowId),
    version: 1,
    isActive: true,
    createdAt: moment,
    updatedAt: moment,
    definition: defineWorkflow(fromInput(input), undefined, makeId),
  };
  const readings = await readTemplates(inspectInThread, "environment", workflow.definition.steps);
  const steps = reviewSteps(workflow.definition, readings, []);
  return { workflow, steps, status: "ERROR", lastTriggeredAt: moment };
}

test("a workflow, its steps and its list item match the contract", async () => {
  const review = await reviewed();
  const wire = toWorkflow(review, "svc");
  expect([...Errors(WireWorkflow, wire)]).toEqual([]);
  expect(wire.steps.every((step) => Check(WorkflowStep, step))).toBe(true);
  const item = toListItem(review, "svc");
  expect(Check(WorkflowListItem, item)).toBe(true);
  expect([item.status, item.active]).toEqual(["ERROR", true]);
});

test("control values have a form that Novu's clients accept", async () => {
  const [gather, mail, inbox] = toWorkflow(await reviewed(), "svc").steps;
  expect(gather?.controls.values).toEqual({ amount: 2, unit: "hours" });
  expect(mail?.controlValues).toEqual({ subject: "", body: "x" });
  expect(inbox?.controls.values).toEqual({});
});

test("the origin has the brand of the wire", async () => {
  const wire = toWorkflow(await reviewed(), "acme");
  expect([wire.origin, wire.steps[0]?.origin]).toEqual(["acme-cloud", "acme-cloud"]);
});

test("preferences are complete, and `user` is null if it is not set", async () => {
  const review = await reviewed();
  const { preferences } = toWorkflow(review, "svc");
  expect(preferences.user?.all).toEqual({ enabled: true, readOnly: true });
  expect(preferences.default.channels).toMatchObject({ sms: { enabled: false }, email: { enabled: true } });
  delete review.workflow.definition.preferences;
  expect(toWorkflow(review, "svc").preferences.user).toBeNull();
});

test("a change sets only the given fields, and null removes the payload schema", async () => {
  const { definition } = (await reviewed()).workflow;
  expect(applyChanges(definition, { name: "New" })).toEqual({ ...definition, name: "New" });
  expect(applyChanges(definition, { payloadSchema: null }).payloadSchema).toBeUndefined();
  const smuggled = { name: "New", steps: [], origin: "external" };
  expect(applyChanges(definition, smuggled)).toMatchObject({ steps: definition.steps, origin: "svc-cloud" });
});
