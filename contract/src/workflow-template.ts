import { type Static, Type } from "typebox";
import { freeForm } from "./fields.ts";
import { StepFilter } from "./step-filter.ts";
import { TIME_UNITS, WEEKDAYS, words } from "./vocabulary.ts";

/** The workflow embedded in a message, with its steps (specification: Workflow, WorkflowResponse). */

const text = () => Type.Optional(Type.String());

/** Switches by channel (specification: SubscriberPreferenceChannels). */
export const SubscriberPreferenceChannels = Type.Object(
  {
    email: Type.Optional(Type.Boolean()),
    sms: Type.Optional(Type.Boolean()),
    in_app: Type.Optional(Type.Boolean()),
    chat: Type.Optional(Type.Boolean()),
    push: Type.Optional(Type.Boolean()),
  },
  { title: "SubscriberPreferenceChannels", description: "Enabled channels." },
);
export type SubscriberPreferenceChannels = Static<typeof SubscriberPreferenceChannels>;

export const NotificationGroup = Type.Object(
  {
    _id: text(),
    name: Type.String(),
    _environmentId: Type.String(),
    _organizationId: Type.String(),
    _parentId: text(),
  },
  { title: "NotificationGroup", description: "A group of workflows." },
);
export type NotificationGroup = Static<typeof NotificationGroup>;

const TriggerVariable = Type.Object({ name: Type.String() });

/** How a workflow is started; also in the template of a notification. */
export const NotificationTrigger = Type.Object(
  {
    type: words(["event"]),
    identifier: Type.String({ description: "The name used in triggers." }),
    variables: Type.Array(TriggerVariable),
    subscriberVariables: Type.Optional(Type.Array(TriggerVariable)),
  },
  { title: "NotificationTrigger", description: "How a workflow is triggered, and its variables." },
);
export type NotificationTrigger = Static<typeof NotificationTrigger>;

export const ORDINALS = ["1", "2", "3", "4", "5", "last"] as const;
export const ORDINAL_VALUES = [
  "day",
  "weekday",
  "weekend",
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;

/** When a timed digest closes (specification: TimedConfig). Month days are texts here, but numbers in a job's digest. */
export const TimedConfig = Type.Object(
  {
    atTime: text(),
    weekDays: Type.Optional(Type.Array(words(WEEKDAYS))),
    monthDays: Type.Optional(Type.Array(Type.String())),
    ordinal: Type.Optional(words(ORDINALS)),
    ordinalValue: Type.Optional(words(ORDINAL_VALUES)),
    monthlyType: Type.Optional(words(["each", "on"])),
  },
  { title: "TimedConfig", description: "When a timed digest closes." },
);
export type TimedConfig = Static<typeof TimedConfig>;

const unit = Type.Optional(words(TIME_UNITS));
const amount = Type.Optional(Type.Number());

export const RegularDigest = Type.Object(
  {
    type: words(["regular", "backoff"]),
    amount,
    unit,
    digestKey: text(),
    backoff: Type.Optional(Type.Boolean()),
    backoffAmount: amount,
    backoffUnit: unit,
    updateMode: Type.Optional(Type.Boolean()),
  },
  { title: "RegularDigest", description: "A digest that collects for a duration." },
);

export const TimedDigest = Type.Object(
  {
    type: words(["timed"]),
    amount,
    unit,
    digestKey: text(),
    timed: Type.Optional(TimedConfig),
  },
  { title: "TimedDigest", description: "A digest that closes at given times." },
);

export const RegularDelay = Type.Object(
  { type: words(["regular"]), amount, unit },
  { title: "RegularDelay", description: "A delay of a given duration." },
);

export const ScheduledDelay = Type.Object(
  {
    type: words(["scheduled"]),
    delayPath: Type.String({ description: "Path of the time in the payload." }),
  },
  { title: "ScheduledDelay", description: "A delay until a time given in the payload." },
);

/** Settings of a digest or delay step, in one of four shapes. */
export const StepMetadata = Type.Union([RegularDigest, TimedDigest, RegularDelay, ScheduledDelay], {
  title: "StepMetadata",
  description: "Settings of a digest or delay step.",
});
export type StepMetadata = Static<typeof StepMetadata>;

const stepFields = {
  _id: text(),
  uuid: text(),
  name: text(),
  _templateId: text(),
  active: Type.Optional(Type.Boolean()),
  shouldStopOnFail: Type.Optional(Type.Boolean()),
  template: Type.Optional(freeForm("The step's content; its fields are not part of the contract.")),
  filters: Type.Optional(Type.Array(StepFilter)),
  _parentId: text(),
  metadata: Type.Optional(StepMetadata),
  replyCallback: Type.Optional(Type.Object({ active: Type.Optional(Type.Boolean()), url: text() })),
};

export const NotificationStepVariant = Type.Object(stepFields, {
  title: "NotificationStepVariant",
  description: "Another form of a step, chosen by its filters.",
});
export type NotificationStepVariant = Static<typeof NotificationStepVariant>;

export const NotificationStep = Type.Object(
  { ...stepFields, variants: Type.Optional(Type.Array(NotificationStepVariant)) },
  { title: "NotificationStep", description: "A step of the workflow in a message." },
);
export type NotificationStep = Static<typeof NotificationStep>;

export const WorkflowTemplate = Type.Object(
  {
    _id: text(),
    name: Type.String(),
    description: Type.String(),
    active: Type.Boolean(),
    draft: Type.Boolean(),
    preferenceSettings: SubscriberPreferenceChannels,
    critical: Type.Boolean(),
    tags: Type.Array(Type.String()),
    steps: Type.Array(NotificationStep),
    _organizationId: Type.String(),
    _creatorId: Type.String(),
    _environmentId: Type.String(),
    triggers: Type.Array(NotificationTrigger),
    _notificationGroupId: Type.String(),
    _parentId: text(),
    deleted: Type.Boolean(),
    deletedAt: Type.String(),
    deletedBy: Type.String(),
    notificationGroup: Type.Optional(NotificationGroup),
    data: Type.Optional(freeForm()),
    workflowIntegrationStatus: Type.Optional(freeForm()),
  },
  { title: "WorkflowTemplate", description: "The workflow of a message." },
);
export type WorkflowTemplate = Static<typeof WorkflowTemplate>;
