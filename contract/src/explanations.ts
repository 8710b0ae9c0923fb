import { type Static, Type } from "typebox";
import { RECIPIENTS_MAX, Trigger } from "./events.ts";
import { freeForm, timestamp } from "./fields.ts";
import { MessageCTA } from "./messages.ts";
import { PROVIDER_IDS } from "./provider-ids.ts";
import { CHANNELS, DETAIL_SOURCES, DETAIL_STATUSES, JOB_STATUSES, STEP_TYPES, words } from "./vocabulary.ts";
import { WorkflowReplacement } from "./workflow-input.ts";

/** The number of recipients that are explained; a topic may have millions. */
export const EXPLAINED_RECIPIENTS_MAX = 100;

/** A trigger to explain, perhaps with a workflow that is not stored, at another time. */
export const ExplanationInput = Type.Object(
  {
    ...Trigger.properties,
    workflow: Type.Optional(
      Type.Object(WorkflowReplacement.properties, {
        description:
          "A draft, as in `updateWorkflow`: it is explained in place of the stored workflow with this name, or of one that is not stored yet. It is not stored.",
      }),
    ),
    at: Type.Optional(
      timestamp("Explain for this moment, from 1970 to 8999; default: the time of the environment."),
    ),
  },
  { title: "ExplanationInput", description: "A trigger to explain." },
);
export type ExplanationInput = Static<typeof ExplanationInput>;

const provider = Type.Optional(words(PROVIDER_IDS));

export const SimulatedDetail = Type.Object(
  {
    at: timestamp(),
    code: Type.String({ description: "Stable code for programs." }),
    detail: Type.String({ description: "Text for people." }),
    status: words(DETAIL_STATUSES),
    source: words(DETAIL_SOURCES),
    providerId: provider,
    raw: Type.Optional(Type.String({ description: "Raw data as JSON text." })),
  },
  { title: "SimulatedDetail", description: "A decision and its reason." },
);
export type SimulatedDetail = Static<typeof SimulatedDetail>;

export const SimulatedMessage = Type.Object(
  {
    channel: words(CHANNELS),
    providerId: provider,
    integration: Type.Optional(
      Type.Object({ _id: Type.String(), identifier: Type.String(), name: Type.String() }),
    ),
    email: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    directWebhookUrl: Type.Optional(Type.String()),
    deviceTokens: Type.Optional(Type.Array(Type.String())),
    subject: Type.Optional(Type.String()),
    title: Type.Optional(Type.String()),
    content: Type.Optional(Type.String()),
    text: Type.Optional(
      Type.String({
        description:
          "The text part of an e-mail, as it would be sent; only if the trigger has one recipient.",
      }),
    ),
    avatar: Type.Optional(Type.String()),
    data: Type.Optional(freeForm()),
    cta: MessageCTA,
    errorText: Type.Optional(Type.String({ description: "Why it could not be sent." })),
  },
  { title: "SimulatedMessage", description: "A message as it would be stored and sent." },
);
export type SimulatedMessage = Static<typeof SimulatedMessage>;

export const SimulatedStep = Type.Object(
  {
    stepId: Type.String(),
    name: Type.String(),
    type: words(STEP_TYPES),
    status: words(JOB_STATUSES),
    endsAt: Type.Optional(timestamp("When the step ends.")),
    output: Type.Optional(freeForm("Result that later steps can use.")),
    details: Type.Array(SimulatedDetail),
    messages: Type.Array(SimulatedMessage),
  },
  { title: "SimulatedStep", description: "The simulated result of one step." },
);
export type SimulatedStep = Static<typeof SimulatedStep>;

export const SimulatedRecipient = Type.Object(
  {
    subscriberId: Type.String(),
    isNew: Type.Boolean({ description: "The subscriber does not exist; the trigger would create it." }),
    firstName: Type.Optional(Type.String({ description: "As stored, or as the trigger would store it." })),
    lastName: Type.Optional(Type.String()),
    steps: Type.Array(SimulatedStep),
  },
  { title: "SimulatedRecipient", description: "What one recipient gets, and why." },
);
export type SimulatedRecipient = Static<typeof SimulatedRecipient>;

const EXPLAINED_STATUSES = [
  "processed",
  "trigger_not_active",
  "no_workflow_steps_defined",
  "no_tenant_found",
  "repeated",
] as const;

export const Explanation = Type.Object(
  {
    status: words(EXPLAINED_STATUSES, {
      description:
        "The status the trigger would answer; repeated for a transactionId that was already triggered.",
    }),
    at: timestamp("The time of the simulation."),
    workflow: Type.Object({
      _id: Type.String(),
      workflowId: Type.String(),
      name: Type.String(),
      version: Type.Number({ description: "Of a draft: the version that it would become." }),
    }),
    recipients: Type.Array(SimulatedRecipient, { maxItems: RECIPIENTS_MAX }),
    filteredBySubscription: Type.Array(Type.String(), {
      description:
        "The ids of members of its topics whose subscriptions keep the trigger away, among the recipients looked at.",
    }),
    hasMore: Type.Boolean({
      description: `There are more than the first ${EXPLAINED_RECIPIENTS_MAX} recipients.`,
    }),
    unknownTopics: Type.Array(Type.String(), {
      description: "Topics among the recipients that do not exist.",
    }),
  },
  { title: "Explanation", description: "What a trigger would do." },
);
export type Explanation = Static<typeof Explanation>;
