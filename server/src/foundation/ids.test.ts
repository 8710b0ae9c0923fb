import { expect, test } from "vitest";
import { newId } from "./id.ts";
import {
  type StepId,
  type StepKey,
  type SubscriberId,
  type SubscriberKey,
  stepKeyOf,
  subscriberKeyOf,
  type WorkflowId,
  type WorkflowKey,
  workflowKeyOf,
} from "./ids.ts";

const bySubscriberId = (id: SubscriberId) => id;
const bySubscriberKey = (key: SubscriberKey) => key;

test("ids: a key in place of an id, or a plain text, does not compile", () => {
  const id = newId<SubscriberId>(0);
  const key = subscriberKeyOf("ada");
  expect(bySubscriberId(id)).toBe(id);
  expect(bySubscriberKey(key)).toBe("ada");
  // @ts-expect-error
  bySubscriberId(key);
  // @ts-expect-error
  bySubscriberKey(id);
  // @ts-expect-error
  bySubscriberId("0".repeat(24));
  // @ts-expect-error
  bySubscriberKey("ada");
});

const byStepId = (id: StepId) => id;
const byStepKey = (key: StepKey) => key;
const byWorkflowId = (id: WorkflowId) => id;
const byWorkflowKey = (key: WorkflowKey) => key;

test("ids: an id or key of another kind of record does not compile", () => {
  const id = newId<WorkflowId>(0);
  const key = workflowKeyOf("welcome");
  expect(byWorkflowId(id)).toBe(id);
  expect(byWorkflowKey(key)).toBe("welcome");
  // @ts-expect-error
  byWorkflowId(key);
  // @ts-expect-error
  byWorkflowKey(id);
  // @ts-expect-error
  byWorkflowId(newId<SubscriberId>(0));
  // @ts-expect-error
  byWorkflowKey(subscriberKeyOf("ada"));
  expect(byStepKey(stepKeyOf("mail"))).toBe("mail");
  // @ts-expect-error
  byStepId(stepKeyOf("mail"));
  // @ts-expect-error
  byStepId(id);
  // @ts-expect-error
  byStepKey(key);
});
