import {
  type Brand,
  type Origin,
  toBrand,
  type Workflow as WireWorkflow,
  type WorkflowChanges,
  type WorkflowInput,
  type WorkflowListItem,
  type WorkflowPreferencesInput,
  type WorkflowReplacement,
} from "@tidings/contract";
import { isJsonObject, type JsonObject } from "../../foundation/json.ts";
import type { WorkflowDraft } from "../define-workflow.ts";
import { exampleOf } from "../example.ts";
import type { WorkflowReview } from "../review.ts";
import { slugOf } from "../slug.ts";
import type { WorkflowDefinition } from "../workflow.ts";
import { completePreferences } from "../workflow-preferences.ts";
import { fromStep, toStep, toStepOverview } from "./step-wire.ts";

export function fromInput(body: WorkflowInput): WorkflowDraft {
  const { __source: source } = body;
  return { ...fromReplacement(body), ...(source === undefined ? {} : { source }) };
}

/** The complete workflow of a request; absent fields get their defaults. */
export function fromReplacement(body: WorkflowReplacement): WorkflowDraft {
  const { name, description, tags = [], severity = "none", validatePayload = false } = body;
  const { payloadSchema, preferences, isTranslationEnabled, steps } = body;
  return {
    name,
    tags,
    severity,
    validatePayload,
    steps: steps.map(fromStep),
    ...(description === undefined ? {} : { description }),
    ...(payloadSchema ? { payloadSchema: payloadSchema as JsonObject } : {}),
    ...(preferences ? { preferences: preferences as JsonObject } : {}),
    ...(isTranslationEnabled === undefined ? {} : { isTranslationEnabled }),
  };
}

/** The definition with the changed fields replaced; a payload schema of null is removed. */
export function applyChanges(definition: WorkflowDefinition, changes: WorkflowChanges): WorkflowDefinition {
  const { name, description, tags, validatePayload, payloadSchema, isTranslationEnabled } = changes;
  const changed: WorkflowDefinition = {
    ...definition,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(tags === undefined ? {} : { tags }),
    ...(validatePayload === undefined ? {} : { validatePayload }),
    ...(isTranslationEnabled === undefined ? {} : { isTranslationEnabled }),
  };
  if (payloadSchema) changed.payloadSchema = payloadSchema as JsonObject;
  if (payloadSchema === null) delete changed.payloadSchema;
  return changed;
}

export function toWorkflow(review: WorkflowReview, brand: Brand): WireWorkflow {
  const { workflow, steps } = review;
  const { definition } = workflow;
  const { description, validatePayload, payloadSchema, severity } = definition;
  return {
    ...identityOf(review, brand),
    ...(description === undefined ? {} : { description }),
    active: workflow.isActive,
    version: workflow.version,
    steps: steps.map((step) => toStep(step, workflow, brand)),
    preferences: toPreferences(definition),
    validatePayload,
    ...(payloadSchema ? { payloadSchema, ...exampleFor(payloadSchema) } : {}),
    severity,
  };
}

/** An example payload by the schema; none where the schema is of no object. */
function exampleFor(schema: JsonObject) {
  const payloadExample = exampleOf(schema, ["payload"]);
  return isJsonObject(payloadExample) ? { payloadExample } : {};
}

export function toListItem(review: WorkflowReview, brand: Brand): WorkflowListItem {
  const { steps } = review;
  return {
    ...identityOf(review, brand),
    active: review.workflow.isActive,
    stepTypeOverviews: steps.map(({ step }) => step.type),
    steps: steps.map(toStepOverview),
  };
}

function identityOf({ workflow, status, lastTriggeredAt }: WorkflowReview, brand: Brand) {
  const { id, workflowKey, createdAt, updatedAt, definition } = workflow;
  const { name, tags, origin, isTranslationEnabled = false } = definition;
  return {
    _id: id,
    workflowId: workflowKey,
    slug: slugOf("wf", { id, name }),
    name,
    tags,
    origin: toBrand(origin, brand) as Origin,
    status,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(lastTriggeredAt ? { lastTriggeredAt: lastTriggeredAt.toISOString() } : {}),
    isTranslationEnabled,
  };
}

type Layers = { user?: WorkflowPreferencesInput | null; workflow?: WorkflowPreferencesInput | null };

/** `user` is set by the workflow's maintainers, or null; `default` is set in the workflow's code. */
function toPreferences({ preferences }: WorkflowDefinition): WireWorkflow["preferences"] {
  const { user, workflow }: Layers = preferences ?? {};
  return { user: user ? completePreferences(user) : null, default: completePreferences(workflow) };
}
