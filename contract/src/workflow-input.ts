import { type Static, Type } from "typebox";
import { DeliveryOptions, FallbackOptions, RepeatOptions } from "./delivery-options.ts";
import { freeForm, ID_MAX, line, nullable, pathId } from "./fields.ts";
import { StepFilter } from "./step-filter.ts";
import { SEVERITIES, words } from "./vocabulary.ts";

/** Workflows as input. The server refuses more than 20 steps with 400. */

/** Step types of a workflow; `trigger` is internal to the service. */
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

/** Letters and digits, with single `-`, `_` or `.` between them. `Welcome` and `welcome` are two identifiers. */
export const IDENTIFIER_PATTERN = "^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$";
const IDENTIFIER_RULE = "Letters and digits, with single `-`, `_` or `.` between them.";

const workflowId = Type.String({
  maxLength: ID_MAX,
  pattern: IDENTIFIER_PATTERN,
  description: `Identifier. ${IDENTIFIER_RULE} If it is taken, the workflow gets a number as suffix, and \`issues.workflowId\` of the response reports it.`,
});
const name = Type.String({ minLength: 1, maxLength: 64, description: "Display name." });

const filters = Type.Array(StepFilter, {
  maxItems: 20,
  description: "The older form of conditions; prefer `skip`.",
});

/** Alternative content of a channel step, used when its filters match. */
export const StepVariant = Type.Object(
  { name: Type.Optional(name), filters, controlValues: freeForm("Control values of this variant.") },
  {
    title: "StepVariant",
    description: "Alternative content of a channel step, used when its filters match.",
  },
);
export type StepVariant = Static<typeof StepVariant>;

/** A step of a workflow; an update matches existing steps by `_id`, otherwise by `stepId`. */
export const StepInput = Type.Object(
  {
    name,
    type: words(BUILDABLE_STEP_TYPES),
    stepId: Type.Optional(
      Type.String({
        maxLength: ID_MAX,
        pattern: IDENTIFIER_PATTERN,
        description: `Identifier. ${IDENTIFIER_RULE} Templates read a step with a dot in its identifier as \`steps["my.step"]\`.`,
      }),
    ),
    _id: Type.Optional(line("In an update: the existing step.", ID_MAX)),
    controlValues: Type.Optional(nullable(freeForm("Content and settings of the step."))),
    filters: Type.Optional(filters),
    delivery: Type.Optional(DeliveryOptions),
    onlyIf: Type.Optional(FallbackOptions),
    repeat: Type.Optional(RepeatOptions),
    variants: Type.Optional(
      Type.Array(StepVariant, {
        maxItems: 20,
        description: "For channel steps: the first matching variant is used.",
      }),
    ),
  },
  { title: "StepInput", description: "A step of a workflow." },
);
export type StepInput = Static<typeof StepInput>;

const ChannelPreferenceInput = Type.Optional(Type.Object({ enabled: Type.Optional(Type.Boolean()) }));

/** Omitted channels are enabled, and not read-only. */
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
  { title: "WorkflowPreferencesInput", description: "Channels that the workflow uses by default." },
);
export type WorkflowPreferencesInput = Static<typeof WorkflowPreferencesInput>;

/** `user` is set by people and takes precedence over `workflow`, which the workflow's code sets; null removes `user`. */
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
  payloadSchema: Type.Optional(nullable(freeForm("A JSON Schema of the payload; null removes it."))),
  isTranslationEnabled: Type.Optional(Type.Boolean()),
};
const severity = Type.Optional(words(SEVERITIES));

export const WorkflowInput = Type.Object(
  {
    name,
    workflowId,
    steps: Type.Array(StepInput),
    __source: Type.Optional(line("Where the workflow was created; informational.", 64)),
    ...changeableFields,
    preferences: Type.Optional(preferences),
    severity,
  },
  { title: "WorkflowInput", description: "A workflow to create." },
);
export type WorkflowInput = Static<typeof WorkflowInput>;

/** A complete workflow. Novu's clients also send `origin` and `workflowId`, which cannot be changed. */
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
  { title: "WorkflowReplacement", description: "The complete new content of a workflow." },
);
export type WorkflowReplacement = Static<typeof WorkflowReplacement>;

export const WorkflowChanges = Type.Object(
  { name: Type.Optional(name), ...changeableFields },
  {
    title: "WorkflowChanges",
    description: "Changes of a workflow; omitted fields stay unchanged.",
  },
);
export type WorkflowChanges = Static<typeof WorkflowChanges>;

/** Fields of a copy that differ from the original. */
export const WorkflowCopy = Type.Object(
  {
    name: Type.Optional(name),
    workflowId: Type.Optional(workflowId),
    description: Type.Optional(line(undefined, 256)),
    tags: changeableFields.tags,
    isTranslationEnabled: Type.Optional(Type.Boolean()),
  },
  {
    title: "WorkflowCopy",
    description:
      "Fields of the copy that differ from the original. Default name: the original's with (copy) appended; default workflowId: the original's with -copy appended.",
  },
);
export type WorkflowCopy = Static<typeof WorkflowCopy>;

export const WorkflowSync = Type.Object(
  {
    targetEnvironmentId: pathId("The target environment: another one of the same organization."),
  },
  { title: "WorkflowSync", description: "The target of a workflow copy." },
);
export type WorkflowSync = Static<typeof WorkflowSync>;
