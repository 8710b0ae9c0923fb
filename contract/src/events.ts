import { type Static, Type } from "typebox";
import { CONTEXT_WORD_PATTERN } from "./contexts.ts";
import { freeForm, ID_MAX, line, nullable, subscriberIdText, validId } from "./fields.ts";
import { type ByteLimitName, LIMITS } from "./limits.ts";
import { ChannelSettingsInput, subscriberFields } from "./subscribers.ts";
import { SEVERITIES, words } from "./vocabulary.ts";
import { warnings } from "./warnings.ts";

/** The body of a trigger. Unknown keys are ignored: clients send more than the service uses. */

/** Novu documents 100 recipients; only more than 1,000 are refused. For more recipients there are topics. */
export const RECIPIENTS_MAX = 1_000;
export const BULK_EVENTS_MAX = 100;
export const CONTEXTS_MAX = 5;

const SubscriberId = subscriberIdText("The caller's id of a subscriber.");

/** A subscriber with fields; the trigger creates or updates it. */
export const RecipientSubscriber = Type.Object(
  {
    subscriberId: SubscriberId,
    ...subscriberFields,
    channels: Type.Optional(
      Type.Array(ChannelSettingsInput, {
        maxItems: 100,
        description: `Added to the subscriber's stored credentials. If all together would exceed ${LIMITS.channelsBytes} bytes of JSON, the stored ones stay unchanged.`,
      }),
    ),
  },
  { title: "RecipientSubscriber", description: "A subscriber, created or updated with these fields." },
);
export type RecipientSubscriber = Static<typeof RecipientSubscriber>;

export const RecipientTopic = Type.Object(
  {
    type: words(["Topic"]),
    topicKey: validId("The topic's key."),
    exclude: Type.Optional(Type.Array(SubscriberId, { maxItems: 100, description: "Members to leave out." })),
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
    description: "One recipient or a mixed list; duplicates count once.",
  },
);
export type Recipients = Static<typeof Recipients>;

/**
 * What a trigger may override for a provider, a step or a channel. The members after `channels` are the older form, as is a
 * provider's id beside them. Invalid members of mails, and layouts, are refused; other unknown members are ignored.
 */
export const Overrides = Type.Object(
  {
    providers: Type.Optional(freeForm("By provider, for the whole workflow.")),
    steps: Type.Optional(freeForm("By step; overrides `providers`.")),
    channels: Type.Optional(freeForm("By channel.")),
    email: Type.Optional(
      freeForm(
        "For mails: `to` (adds recipients), `toRecipient` (replaces the subscriber's address), `cc`, `bcc`, `replyTo`, `from`, `senderName`, `subject`, `html`, `text`, `headers`, `customData`, `integrationIdentifier`. Addresses are texts or lists of texts.",
      ),
    ),
    sms: Type.Optional(freeForm("For SMS: `to`, `from`, `integrationIdentifier`.")),
    push: Type.Optional(freeForm()),
    chat: Type.Optional(freeForm()),
    delay: Type.Optional(freeForm("amount and unit, in place of the delay step's.")),
    layoutIdentifier: Type.Optional(
      nullable(line(undefined, ID_MAX), "Layouts are not supported: a trigger with one gets 422."),
    ),
    severity: Type.Optional(words(SEVERITIES)),
  },
  {
    title: "Overrides",
    description: "Settings of this trigger that override the workflow's.",
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
    description: "The contexts of the notification, at most five: per type an id, or an id with data.",
  },
);
export type Context = Static<typeof Context>;

const Tenant = Type.Object({
  identifier: Type.Optional(line(undefined, ID_MAX)),
  name: Type.Optional(line("Accepted; has no effect.")),
  data: Type.Optional(freeForm("Accepted; has no effect.", "dataBytes")),
});

/** The context type of tenants. */
export const TENANT_CONTEXT = "tenant";

const triggerFields = {
  name: Type.String({ minLength: 1, maxLength: ID_MAX, description: "The workflow's identifier." }),
  payload: Type.Optional(
    freeForm(
      "Data for the workflow's templates and conditions. Mails get the files in `attachments`: a list of `name`, `mime` (a MIME type, which may have parameters), `file` (base64), `cid` and `channels`.",
      "payloadBytes",
    ),
  ),
  overrides: Type.Optional(Overrides),
  transactionId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ID_MAX,
      description: "Id of this trigger; the same id is not executed twice. Generated by default.",
    }),
  ),
  actor: Type.Optional(
    Type.Union([SubscriberId, RecipientSubscriber], { description: "The subscriber who caused the event." }),
  ),
  tenant: Type.Optional(
    Type.Union([line(undefined, ID_MAX), Tenant], {
      description:
        "The older form of a context: the id of a stored context of the type `tenant`. Templates read it as `context.tenant`.",
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

export const TriggerResult = Type.Object(
  {
    acknowledged: Type.Boolean(),
    status: words(TRIGGER_STATUSES),
    transactionId: Type.Optional(Type.String()),
    error: Type.Optional(
      Type.Array(Type.String(), {
        description: "The problems, if the status is error or invalid_recipients.",
      }),
    ),
    warnings: warnings(),
  },
  { title: "TriggerResult", description: "The result of accepting a trigger." },
);
export type TriggerResult = Static<typeof TriggerResult>;
