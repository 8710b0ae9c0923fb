import { type Static, Type } from "typebox";
import { DeliveryOptions, FallbackOptions, RepeatOptions } from "./delivery-options.ts";
import { freeForm, ID_MAX, line, nullable } from "./fields.ts";
import { StepFilter } from "./step-filter.ts";
import { SEVERITIES, words } from "./vocabulary.ts";

/** What a caller says of a workflow (wire-facts 4.6). More than 20 steps is a 400 of the server. */

/** Step types a workflow can be built of; the `trigger` job is the service's own. */
export const BUILDABLE_STEP_TYPES = [
  "in_app",
  "email",
  "sms",
  "chat",
  "push",
  "digest",
  "delay",
  "throttle",
  "custom",
] as const;

/** Lower-case letters, digits and single hyphens. */
export const WORKFLOW_ID_PATTERN = "^[a-z0-9]+(?:-[a-z0-9]+)*$";

const workflowId = Type.String({
  maxLength: ID_MAX,
  pattern: WORKFLOW_ID_PATTERN,
  description: "Name for programs; gets a suffix when it is taken.",
});
const name = Type.String({ minLength: 1, maxLength: 64, description: "Name for people." });

const filters = Type.Array(StepFilter, {
  maxItems: 20,
  description: "The older form of a condition; `skip` is the newer one.",
});

/** Another form of a channel's step, for those whom its filters fit. */
export const StepVariant = Type.Object(
  { name: Type.Optional(name), filters, controlValues: freeForm("What the step says in this form.") },
  { title: "StepVariant", description: "What a channel's step says instead, where these filters pass." },
);
export type StepVariant = Static<typeof StepVariant>;

/** A step of a workflow; an update finds the step it means by `_id`, else by `stepId`. */
export const StepInput = Type.Object(
  {
    name,
    type: words(BUILDABLE_STEP_TYPES),
    stepId: Type.Optional(
      Type.String({ maxLength: ID_MAX, pattern: WORKFLOW_ID_PATTERN, description: "Name for programs." }),
    ),
    _id: Type.Optional(line("The step to keep, when updating.", ID_MAX)),
    controlValues: Type.Optional(nullable(freeForm("What the step says and does."))),
    filters: Type.Optional(filters),
    delivery: Type.Optional(DeliveryOptions),
    onlyIf: Type.Optional(FallbackOptions),
    repeat: Type.Optional(RepeatOptions),
    variants: Type.Optional(
      Type.Array(StepVariant, {
        maxItems: 20,
        description: "Of a channel's step: the first that fits is used.",
      }),
    ),
  },
  { title: "StepInput", description: "A step as it should be." },
);
export type StepInput = Static<typeof StepInput>;

const ChannelPreferenceInput = Type.Optional(Type.Object({ enabled: Type.Optional(Type.Boolean()) }));

/** What is left out is enabled, and not read-only. */
export const WorkflowPreferencesInput = Type.Object(
  {
    all: Type.Optional(
      Type.Object({ enabled: Type.Optional(Type.Boolean()), readOnly: Type.Optional(Type.Boolean()) }),
    ),
    channels: Type.Optional(
      Type.Object({
        email: ChannelPreferenceInput,
        sms: ChannelPreferenceInput,
        in_app: ChannelPreferenceInput,
        push: ChannelPreferenceInput,
        chat: ChannelPreferenceInput,
      }),
    ),
  },
  { title: "WorkflowPreferencesInput", description: "Which channels the workflow should use by default." },
);
export type WorkflowPreferencesInput = Static<typeof WorkflowPreferencesInput>;

/** `user` is what people set, `workflow` what the workflow's code says; `user` null takes the code's word again. */
const preferences = Type.Object({
  user: Type.Optional(nullable(WorkflowPreferencesInput)),
  workflow: Type.Optional(nullable(WorkflowPreferencesInput)),
});

const changeableFields = {
  description: Type.Optional(line(undefined, 256)),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 16, uniqueItems: true }),
  ),
  active: Type.Optional(Type.Boolean()),
  validatePayload: Type.Optional(Type.Boolean()),
  payloadSchema: Type.Optional(nullable(freeForm("A JSON Schema of the payload; null takes it away."))),
  isTranslationEnabled: Type.Optional(Type.Boolean()),
};
const severity = Type.Optional(words(SEVERITIES));

export const WorkflowInput = Type.Object(
  {
    name,
    workflowId,
    steps: Type.Array(StepInput),
    __source: Type.Optional(line("Where the workflow was made; kept for the record.", 64)),
    ...changeableFields,
    preferences: Type.Optional(preferences),
    severity,
  },
  { title: "WorkflowInput", description: "A workflow to create." },
);
export type WorkflowInput = Static<typeof WorkflowInput>;

/** The whole workflow as it should be. The field's clients also send `origin` and `workflowId`, which do not change. */
export const WorkflowReplacement = Type.Object(
  {
    name,
    workflowId: Type.Optional(line(undefined, ID_MAX)),
    origin: Type.Optional(line(undefined, 64)),
    steps: Type.Array(StepInput),
    ...changeableFields,
    preferences: Type.Optional(preferences),
    severity,
  },
  { title: "WorkflowReplacement", description: "A workflow as it should be from now on." },
);
export type WorkflowReplacement = Static<typeof WorkflowReplacement>;

export const WorkflowChanges = Type.Object(
  { name: Type.Optional(name), ...changeableFields },
  {
    title: "WorkflowChanges",
    description: "What changes about a workflow; a field left out stays as it is.",
  },
);
export type WorkflowChanges = Static<typeof WorkflowChanges>;
