import { type Static, Type } from "typebox";
import { freeForm, timestamp } from "./fields.ts";
import { Job } from "./jobs.ts";
import { NOTIFICATION_STATES, ORIGINS, SEVERITIES, STEP_TYPES, words } from "./vocabulary.ts";
import { NotificationTrigger } from "./workflow-template.ts";

const text = () => Type.Optional(Type.String());

/** The subscriber in a notification; missing names are omitted, never null. */
export const NotificationSubscriber = Type.Object(
  {
    firstName: text(),
    subscriberId: Type.String({ description: "The caller's id." }),
    _id: Type.String({ description: "Internal id." }),
    lastName: text(),
    email: text(),
    phone: text(),
  },
  { title: "NotificationSubscriber", description: "The recipient of a notification." },
);
export type NotificationSubscriber = Static<typeof NotificationSubscriber>;

export const NotificationTemplate = Type.Object(
  {
    _id: text(),
    name: Type.String(),
    origin: Type.Optional(words(ORIGINS)),
    triggers: Type.Array(NotificationTrigger),
  },
  { title: "NotificationTemplate", description: "The workflow a notification comes from." },
);
export type NotificationTemplate = Static<typeof NotificationTemplate>;

export const NotificationTopic = Type.Object(
  { _topicId: Type.String(), topicKey: Type.String() },
  { title: "NotificationTopic", description: "A topic that the trigger named." },
);
export type NotificationTopic = Static<typeof NotificationTopic>;

export const NotificationReason = Type.Object(
  {
    code: Type.String({ description: "The code of an execution detail." }),
    stepId: Type.Optional(
      Type.String({ description: "Identifier of the step, if it has one in this version." }),
    ),
  },
  {
    title: "NotificationReason",
    description:
      "Why a step failed, if the operator can repair it; or what the notification waits for; or why it was not delivered.",
  },
);
export type NotificationReason = Static<typeof NotificationReason>;

/** The record of one trigger for one subscriber (specification: Event / notification record). */
export const Notification = Type.Object(
  {
    _id: text(),
    _environmentId: Type.String(),
    _organizationId: Type.String(),
    _subscriberId: Type.String(),
    transactionId: Type.String(),
    _templateId: text(),
    _digestedNotificationId: Type.Optional(
      Type.String({ description: "The notification whose digest this one was merged into." }),
    ),
    createdAt: Type.Optional(timestamp()),
    updatedAt: Type.Optional(timestamp()),
    channels: Type.Optional(Type.Array(words(STEP_TYPES), { description: "Types of its active steps." })),
    subscriber: Type.Optional(NotificationSubscriber),
    template: Type.Optional(NotificationTemplate),
    jobs: Type.Optional(Type.Array(Job)),
    payload: Type.Optional(freeForm()),
    tags: Type.Optional(Type.Array(Type.String())),
    controls: Type.Optional(freeForm()),
    to: Type.Optional(
      freeForm(
        "The recipient as named in the trigger, without chat and push addresses; for a topic or a broadcast, the subscriberId. Absent if the subscriber was deleted and the trigger named further recipients.",
      ),
    ),
    topics: Type.Optional(
      Type.Array(NotificationTopic, {
        description:
          "The existing topics that the trigger named; absent if it named the subscriber directly.",
      }),
    ),
    severity: Type.Optional(words(SEVERITIES)),
    critical: Type.Optional(Type.Boolean()),
    contextKeys: Type.Optional(Type.Array(Type.String(), { description: "Contexts of the notification." })),
    state: Type.Optional(
      words(NOTIFICATION_STATES, {
        description:
          "waiting: not all steps are finished; delivered: a channel sent a message, or, for a workflow without channels, all steps succeeded; failed: nothing was delivered and a step failed; skipped: nothing was delivered, as intended; merged: it went into the digest of another notification.",
      }),
    ),
    failedSteps: Type.Optional(
      Type.Integer({
        description:
          "Steps that failed for a reason that the operator can repair: credentials, contents, conditions, settings, crashes, no integration, messages given up.",
      }),
    ),
    reason: Type.Optional(NotificationReason),
    workflowVersion: Type.Optional(
      Type.Integer({ description: "The version of the workflow that it runs." }),
    ),
    needsAttention: Type.Optional(
      Type.Boolean({ description: "It has failedSteps, or a message waits for another attempt." }),
    ),
  },
  { title: "Notification", description: "The record of one trigger of a workflow for one subscriber." },
);
export type Notification = Static<typeof Notification>;
