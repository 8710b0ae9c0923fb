import { type Static, Type } from "typebox";
import { freeForm, ID_MAX, line, nullable } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { SEVERITIES, words } from "./vocabulary.ts";

/** Preferences of one subscription to a topic: which workflows reach the subscriber through it. */

/** How many workflows one subscription can have preferences for. */
export const MAX_SUBSCRIPTION_WORKFLOWS = 100;

const workflowId = Type.String({
  minLength: 1,
  maxLength: ID_MAX,
  description: "The workflow's identifier, internal id or slug.",
});

const choice = {
  enabled: Type.Optional(
    Type.Boolean({
      description: "False: triggers of the workflow do not reach the subscriber through this subscription.",
    }),
  ),
  condition: Type.Optional(
    nullable(
      freeForm(),
      "JSON-logic over `payload`, `subscriber`, `actor`, `context` and `workflow`, as in the conditions of steps. If it does not hold, the trigger does not reach the subscriber through this subscription. Null removes it.",
    ),
  ),
};

const GroupFilter = Type.Object(
  {
    workflowIds: Type.Optional(Type.Array(workflowId, { maxItems: MAX_SUBSCRIPTION_WORKFLOWS })),
    tags: Type.Optional(Type.Array(line(), { maxItems: 100 })),
  },
  {
    title: "SubscriptionFilter",
    description:
      "The workflows with one of these ids or one of these tags, at the time of the request. Critical workflows are left out.",
  },
);

export const SubscriptionPreferencesInput = Type.Array(
  Type.Union([
    workflowId,
    Type.Object({ workflowId, ...choice }),
    Type.Object({ filter: GroupFilter, ...choice }),
  ]),
  {
    maxItems: MAX_SUBSCRIPTION_WORKFLOWS,
    description: `Preferences by workflow: a workflow's id alone enables it. An entry for one workflow overrides filters, and later entries override earlier ones. Workflows without an entry are enabled. All entries together are for at most ${MAX_SUBSCRIPTION_WORKFLOWS} workflows and have at most ${LIMITS.subscriptionPreferencesBytes} bytes of JSON.`,
  },
);
export type SubscriptionPreferencesInput = Static<typeof SubscriptionPreferencesInput>;

export const SubscriptionPreference = Type.Object(
  {
    subscriptionId: Type.String({
      description: "The id of the subscription; for operations of an inbox its identifier.",
    }),
    enabled: Type.Boolean(),
    condition: Type.Optional(freeForm("JSON-logic.")),
    workflow: Type.Object({
      id: Type.String(),
      identifier: Type.String(),
      name: Type.String(),
      critical: Type.Boolean(),
      tags: Type.Array(Type.String()),
      severity: words(SEVERITIES),
    }),
  },
  { title: "SubscriptionPreference", description: "A subscription's preference for one workflow." },
);
export type SubscriptionPreference = Static<typeof SubscriptionPreference>;

const ignored = () =>
  Type.Optional(
    Type.Boolean({ description: "Has no effect: a subscription's preference is for all channels." }),
  );

export const SubscriptionPreferenceChanges = Type.Object(
  {
    ...choice,
    email: ignored(),
    sms: ignored(),
    in_app: ignored(),
    chat: ignored(),
    push: ignored(),
  },
  {
    title: "SubscriptionPreferenceChanges",
    description: "Changes of a subscription's preference for one workflow: omitted fields stay unchanged.",
  },
);
export type SubscriptionPreferenceChanges = Static<typeof SubscriptionPreferenceChanges>;
