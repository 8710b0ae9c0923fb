import { type Static, Type } from "typebox";
import { CONTEXT_WORD_PATTERN } from "./contexts.ts";
import { freeForm, ID_MAX, line, subscriberIdText, validId } from "./fields.ts";
import { type ByteLimitName, LIMITS } from "./limits.ts";
import { ChannelSettingsInput, subscriberFields } from "./subscribers.ts";
import { SEVERITIES, words } from "./vocabulary.ts";

/** What a trigger says (wire-facts 4.14). Unknown keys pass: clients send more than is used. */

/** Documented to callers is 100; what is refused is only what no caller means. Topics are for more. */
export const RECIPIENTS_MAX = 1_000;
export const BULK_EVENTS_MAX = 100;
export const CONTEXTS_MAX = 5;

const SubscriberId = subscriberIdText("A subscriber, by the caller's own id.");

/** A subscriber named together with what is known of it: created or updated on the way. */
export const RecipientSubscriber = Type.Object(
  {
    subscriberId: SubscriberId,
    ...subscriberFields,
    channels: Type.Optional(
      Type.Array(ChannelSettingsInput, {
        maxItems: 100,
        description: `Added to the subscriber's own. Where all together would exceed ${LIMITS.channelsBytes} bytes of JSON, the stored ones stay.`,
      }),
    ),
  },
  { title: "RecipientSubscriber", description: "A subscriber, created or updated with what is given here." },
);
export type RecipientSubscriber = Static<typeof RecipientSubscriber>;

export const RecipientTopic = Type.Object(
  {
    type: words(["Topic"]),
    topicKey: validId("The topic's key."),
    exclude: Type.Optional(Type.Array(SubscriberId, { maxItems: 100, description: "Members left out." })),
  },
  { title: "RecipientTopic", description: "All members of a topic." },
);
export type RecipientTopic = Static<typeof RecipientTopic>;

export const Recipient = Type.Union([SubscriberId, RecipientSubscriber, RecipientTopic], {
  title: "Recipient",
  description: "A subscriber or a topic.",
});
export type Recipient = Static<typeof Recipient>;

export const Recipients = Type.Union(
  [
    SubscriberId,
    RecipientSubscriber,
    RecipientTopic,
    Type.Array(Recipient, { minItems: 1, maxItems: RECIPIENTS_MAX }),
  ],
  {
    title: "Recipients",
    description: "One recipient, or a list of any mix; the same one twice counts once.",
  },
);
export type Recipients = Static<typeof Recipients>;

/** What a trigger may set for a provider, a step or a channel; later members are the older way to say it. */
export const Overrides = Type.Object(
  {
    providers: Type.Optional(freeForm("By provider, for the whole workflow.")),
    steps: Type.Optional(freeForm("By step; beats what is said for the workflow.")),
    channels: Type.Optional(freeForm("By channel.")),
    email: Type.Optional(freeForm()),
    sms: Type.Optional(freeForm()),
    push: Type.Optional(freeForm()),
    chat: Type.Optional(freeForm()),
    delay: Type.Optional(freeForm("amount and unit in place of a delay step's own.")),
    layoutIdentifier: Type.Optional(line(undefined, ID_MAX)),
    severity: Type.Optional(words(SEVERITIES)),
  },
  {
    title: "Overrides",
    description: "What this trigger does differently from its workflow.",
    maxBytes: "overridesBytes" satisfies ByteLimitName,
  },
);
export type Overrides = Static<typeof Overrides>;

const ContextId = Type.String({ pattern: CONTEXT_WORD_PATTERN });

export const Context = Type.Record(
  Type.String({ pattern: CONTEXT_WORD_PATTERN }),
  Type.Union([
    ContextId,
    Type.Object({ id: ContextId, data: Type.Optional(freeForm(undefined, "dataBytes")) }),
  ]),
  {
    maxProperties: CONTEXTS_MAX,
    additionalProperties: false,
    title: "Context",
    description: "Where the notification belongs, at most five: by type an id, or an id with its data.",
  },
);
export type Context = Static<typeof Context>;

const Tenant = Type.Object({
  identifier: Type.Optional(line(undefined, ID_MAX)),
  name: Type.Optional(line("Taken and of no effect.")),
  data: Type.Optional(freeForm("Taken and of no effect.", "dataBytes")),
});

/** The type of the contexts that tenants are. */
export const TENANT_CONTEXT = "tenant";

const triggerFields = {
  name: Type.String({ minLength: 1, maxLength: ID_MAX, description: "The workflow's identifier." }),
  payload: Type.Optional(freeForm("What the workflow's texts and conditions speak of.", "payloadBytes")),
  overrides: Type.Optional(Overrides),
  transactionId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ID_MAX,
      description: "Names this trigger; the same name again is not executed again. Made up when left out.",
    }),
  ),
  actor: Type.Optional(Type.Union([SubscriberId, RecipientSubscriber], { description: "Who caused it." })),
  tenant: Type.Optional(
    Type.Union([line(undefined, ID_MAX), Tenant], {
      description:
        "The older way to say where the notification belongs: a stored context of the type `tenant` with this id. Texts see it as `context.tenant`.",
    }),
  ),
  context: Type.Optional(Context),
};

export const Trigger = Type.Object(
  { ...triggerFields, to: Recipients },
  { title: "Trigger", description: "Starts a workflow for its recipients." },
);
export type Trigger = Static<typeof Trigger>;

export const Broadcast = Type.Object(triggerFields, {
  title: "Broadcast",
  description: "Starts a workflow for every subscriber of the environment.",
});
export type Broadcast = Static<typeof Broadcast>;

export const TRIGGER_STATUSES = [
  "processed",
  "trigger_not_active",
  "no_workflow_active_steps_defined",
  "no_workflow_steps_defined",
  "no_tenant_found",
  "invalid_recipients",
  "error",
] as const;
export type TriggerStatus = (typeof TRIGGER_STATUSES)[number];

export const TriggerAnswer = Type.Object(
  {
    acknowledged: Type.Boolean(),
    status: words(TRIGGER_STATUSES),
    transactionId: Type.Optional(Type.String()),
    error: Type.Optional(
      Type.Array(Type.String(), {
        description: "What is wrong, where the status is error or invalid_recipients.",
      }),
    ),
  },
  { title: "TriggerAnswer", description: "What became of a trigger when it was taken in." },
);
export type TriggerAnswer = Static<typeof TriggerAnswer>;
