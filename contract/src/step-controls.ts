import { type Static, Type } from "typebox";
import { freeForm } from "./fields.ts";
import { words } from "./vocabulary.ts";

/** How a step is edited: groups, fields and values of its form (specification: ControlsMetadata). */

export const UI_GROUPS = [
  "IN_APP",
  "EMAIL",
  "DIGEST",
  "DELAY",
  "THROTTLE",
  "SMS",
  "CHAT",
  "PUSH",
  "SKIP",
  "LAYOUT",
] as const;
export type UiGroup = (typeof UI_GROUPS)[number];

export const UI_COMPONENTS = [
  "EMAIL_EDITOR_SELECT",
  "LAYOUT_SELECT",
  "BLOCK_EDITOR",
  "EMAIL_BODY",
  "TEXT_FULL_LINE",
  "TEXT_INLINE_LABEL",
  "IN_APP_BODY",
  "IN_APP_AVATAR",
  "IN_APP_PRIMARY_SUBJECT",
  "IN_APP_BUTTON_DROPDOWN",
  "IN_APP_DISABLE_SANITIZATION_SWITCH",
  "DISABLE_SANITIZATION_SWITCH",
  "URL_TEXT_BOX",
  "DIGEST_AMOUNT",
  "DIGEST_UNIT",
  "DIGEST_TYPE",
  "DIGEST_KEY",
  "DIGEST_CRON",
  "DELAY_AMOUNT",
  "DELAY_UNIT",
  "DELAY_TYPE",
  "DELAY_CRON",
  "THROTTLE_TYPE",
  "THROTTLE_WINDOW",
  "THROTTLE_UNIT",
  "THROTTLE_DYNAMIC_KEY",
  "THROTTLE_THRESHOLD",
  "THROTTLE_KEY",
  "EXTEND_TO_SCHEDULE",
  "SMS_BODY",
  "CHAT_BODY",
  "PUSH_BODY",
  "PUSH_SUBJECT",
  "QUERY_EDITOR",
  "DATA",
  "LAYOUT_EMAIL",
] as const;
export type UiComponent = (typeof UI_COMPONENTS)[number];

/** A placeholder is never null: the specification does not allow it, so it is omitted. */
const placeholderParts = [Type.String(), Type.Number(), Type.Boolean(), freeForm()] as const;

/** Specification: UiSchemaProperty; a field may hold fields. */
export const UiSchemaProperty = Type.Cyclic(
  {
    UiSchemaProperty: Type.Object(
      {
        placeholder: Type.Optional(
          Type.Union([...placeholderParts, Type.Array(Type.Union([...placeholderParts]))]),
        ),
        component: words(UI_COMPONENTS),
        properties: Type.Optional(Type.Record(Type.String(), Type.Ref("UiSchemaProperty"))),
      },
      { title: "UiSchemaProperty", description: "How one control is edited." },
    ),
  },
  "UiSchemaProperty",
);
export type UiSchemaProperty = Static<typeof UiSchemaProperty>;

/** Specification: UiSchema. */
export const UiSchema = Type.Object(
  {
    group: Type.Optional(words(UI_GROUPS)),
    properties: Type.Optional(Type.Record(Type.String(), UiSchemaProperty)),
  },
  { title: "UiSchema", description: "How a step's controls are edited." },
);
export type UiSchema = Static<typeof UiSchema>;

/** Specification: ControlsMetadata. Novu's clients read `values` in a workflow's steps. */
export const ControlsMetadata = Type.Object(
  {
    dataSchema: Type.Optional(freeForm("A JSON Schema of the control values.")),
    uiSchema: Type.Optional(UiSchema),
    values: Type.Optional(freeForm("The control values.")),
  },
  { title: "ControlsMetadata", description: "The controls of a step: schema, form and values." },
);
export type ControlsMetadata = Static<typeof ControlsMetadata>;

export const CONTENT_ISSUE_TYPES = [
  "ILLEGAL_VARIABLE_IN_CONTROL_VALUE",
  "INVALID_FILTER_ARG_IN_VARIABLE",
  "MISSING_VALUE",
  "TIER_LIMIT_EXCEEDED",
] as const;
export type ContentIssueType = (typeof CONTENT_ISSUE_TYPES)[number];

export const INTEGRATION_ISSUE_TYPES = ["MISSING_INTEGRATION", "INBOX_NOT_CONNECTED"] as const;
export type IntegrationIssueType = (typeof INTEGRATION_ISSUE_TYPES)[number];

const issueFields = {
  variableName: Type.Optional(Type.String({ description: "The variable at fault, or the control." })),
  message: Type.String(),
};

export const StepContentIssue = Type.Object(
  { issueType: words(CONTENT_ISSUE_TYPES), ...issueFields },
  { title: "StepContentIssue", description: "A problem with a control value." },
);
export type StepContentIssue = Static<typeof StepContentIssue>;

export const StepIntegrationIssue = Type.Object(
  { issueType: words(INTEGRATION_ISSUE_TYPES), ...issueFields },
  { title: "StepIntegrationIssue", description: "A missing prerequisite for sending the step." },
);
export type StepIntegrationIssue = Static<typeof StepIntegrationIssue>;

/** Specification: StepIssues and Errors. */
export const StepIssues = Type.Object(
  {
    controls: Type.Optional(Type.Record(Type.String(), Type.Array(StepContentIssue))),
    integration: Type.Optional(Type.Record(Type.String(), Type.Array(StepIntegrationIssue))),
  },
  { title: "StepIssues", description: "Problems of a step, by control." },
);
export type StepIssues = Static<typeof StepIssues>;
