import { type Static, Type } from "typebox";
import { DeliveryOptions, FallbackOptions, RepeatOptions } from "./delivery-options.ts";
import { freeForm, nullable, timestamp } from "./fields.ts";
import { ControlsMetadata, StepIssues } from "./step-controls.ts";
import { StepFilter } from "./step-filter.ts";
import { ORIGINS, SEVERITIES, STEP_TYPES, words } from "./vocabulary.ts";
import { StepVariant } from "./workflow-input.ts";

/** Specification: Workflow step. */
export const WorkflowStep = Type.Object(
  {
    controls: ControlsMetadata,
    controlValues: Type.Optional(freeForm("The same as controls.values.")),
    variables: freeForm("A JSON Schema of the variables the step's texts may use."),
    stepId: Type.String({ description: "Name for programs, unique in the workflow." }),
    _id: Type.String({ description: "Made by the service." }),
    name: Type.String(),
    slug: Type.String(),
    type: words(STEP_TYPES),
    origin: words(ORIGINS),
    workflowId: Type.String({ description: "Identifier of the workflow." }),
    workflowDatabaseId: Type.String({ description: "Internal id of the workflow." }),
    issues: Type.Optional(StepIssues),
    filters: Type.Optional(Type.Array(StepFilter)),
    delivery: Type.Optional(DeliveryOptions),
    onlyIf: Type.Optional(FallbackOptions),
    repeat: Type.Optional(RepeatOptions),
    variants: Type.Optional(Type.Array(StepVariant)),
  },
  { title: "WorkflowStep", description: "One step of a workflow." },
);
export type WorkflowStep = Static<typeof WorkflowStep>;

const ChannelPreference = Type.Object({ enabled: Type.Boolean() });

/** Which channels a workflow uses unless a subscriber says otherwise (wire-facts 4.6, 5.7). */
export const WorkflowPreferences = Type.Object(
  {
    all: Type.Object({
      enabled: Type.Boolean(),
      readOnly: Type.Boolean({
        description: "True when a subscriber cannot choose: the workflow is critical.",
      }),
    }),
    channels: Type.Object({
      email: Type.Optional(ChannelPreference),
      sms: Type.Optional(ChannelPreference),
      in_app: Type.Optional(ChannelPreference),
      push: Type.Optional(ChannelPreference),
      chat: Type.Optional(ChannelPreference),
    }),
  },
  { title: "WorkflowPreferences", description: "Which channels a workflow uses by default." },
);
export type WorkflowPreferences = Static<typeof WorkflowPreferences>;

export const WORKFLOW_STATUSES = ["ACTIVE", "INACTIVE", "ERROR"] as const;
export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

export const WORKFLOW_ISSUE_TYPES = [
  "MISSING_VALUE",
  "MAX_LENGTH_ACCESSED",
  "WORKFLOW_ID_ALREADY_EXISTS",
  "DUPLICATED_VALUE",
  "LIMIT_REACHED",
] as const;

export const WorkflowIssue = Type.Object(
  {
    issueType: words(WORKFLOW_ISSUE_TYPES),
    variableName: Type.Optional(Type.String()),
    message: Type.String(),
  },
  { title: "WorkflowIssue", description: "Something wrong with a workflow." },
);
export type WorkflowIssue = Static<typeof WorkflowIssue>;

const identity = {
  _id: Type.String({ description: "Made by the service." }),
  workflowId: Type.String({ description: "Name for programs; what a trigger calls." }),
  slug: Type.String(),
  name: Type.String(),
  tags: Type.Array(Type.String()),
  origin: words(ORIGINS),
  status: words(WORKFLOW_STATUSES),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  lastTriggeredAt: Type.Optional(timestamp()),
  isTranslationEnabled: Type.Optional(Type.Boolean()),
};

/**
 * A workflow with its steps (wire-facts 4.6; required is what the field's clients 1.8.0 and 3.19.1 require). Those
 * clients also refuse a step without `controls.values`, and an e-mail step whose values or `controlValues` have no
 * `subject` (tried with both).
 */
export const Workflow = Type.Object(
  {
    ...identity,
    description: Type.Optional(Type.String()),
    active: Type.Boolean(),
    version: Type.Optional(
      Type.Integer({ description: "1 when it is created; one more with each change of what it says." }),
    ),
    steps: Type.Array(WorkflowStep),
    preferences: Type.Object({ user: nullable(WorkflowPreferences), default: WorkflowPreferences }),
    issues: Type.Optional(Type.Record(Type.String(), WorkflowIssue)),
    validatePayload: Type.Optional(
      Type.Boolean({ description: "Refuse triggers the payload schema refuses." }),
    ),
    payloadSchema: Type.Optional(freeForm("A JSON Schema of the payload.")),
    payloadExample: Type.Optional(freeForm("A payload that would do.")),
    severity: words(SEVERITIES),
  },
  { title: "Workflow", description: "What happens when an event is triggered: steps in their order." },
);
export type Workflow = Static<typeof Workflow>;

/** A workflow in a list, with an overview of its steps (wire-facts 4.6). */
export const WorkflowListItem = Type.Object(
  {
    ...identity,
    stepTypeOverviews: Type.Array(words(STEP_TYPES)),
    steps: Type.Array(
      Type.Object({ slug: Type.String(), type: words(STEP_TYPES), issues: Type.Optional(StepIssues) }),
    ),
  },
  { title: "WorkflowListItem", description: "A workflow in a list." },
);
export type WorkflowListItem = Static<typeof WorkflowListItem>;

export const WorkflowList = Type.Object(
  { workflows: Type.Array(WorkflowListItem), totalCount: Type.Number() },
  { title: "WorkflowList", description: "Workflows, and how many there are in all." },
);
export type WorkflowList = Static<typeof WorkflowList>;
