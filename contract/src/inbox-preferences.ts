import { type Static, Type } from "typebox";
import { freeForm, ID_MAX, LINE_MAX, line, pathId } from "./fields.ts";
import { operation } from "./operation.ts";
import { BULK_PREFERENCES_MAX, Schedule, SubscriberPreferenceOverrides } from "./preferences.ts";
import { SEVERITIES, words } from "./vocabulary.ts";
import { SubscriberPreferenceChannels } from "./workflow-template.ts";

/** A subscriber's own preferences, which a browser manages with the token of a session. */

export const InboxPreference = Type.Object(
  {
    level: words(["global", "template"], { description: "`template`: for one workflow." }),
    enabled: Type.Boolean({ description: "True when at least one channel is enabled." }),
    channels: SubscriberPreferenceChannels,
    schedule: Type.Optional(Schedule),
    overrides: Type.Optional(SubscriberPreferenceOverrides),
    workflow: Type.Optional(
      Type.Object({
        id: Type.String(),
        identifier: Type.String(),
        name: Type.String(),
        critical: Type.Boolean(),
        tags: Type.Array(Type.String()),
        severity: words(SEVERITIES),
      }),
    ),
    subscriptionId: Type.Optional(
      Type.String({ description: "Of a preference that applies to a subscription to a topic only." }),
    ),
    condition: Type.Optional(freeForm("Of such a preference: a JSON-logic rule.")),
  },
  { title: "InboxPreference", description: "A preference of the session's subscriber." },
);
export type InboxPreference = Static<typeof InboxPreference>;

const switches = {
  email: Type.Optional(Type.Boolean()),
  sms: Type.Optional(Type.Boolean()),
  in_app: Type.Optional(Type.Boolean()),
  chat: Type.Optional(Type.Boolean()),
  push: Type.Optional(Type.Boolean()),
};
const workflowId = pathId("The workflow's internal id, identifier or slug.");

export const InboxPreferenceChanges = Type.Object(
  { ...switches, schedule: Type.Optional(Schedule) },
  {
    title: "InboxPreferenceChanges",
    description: "Channels for all workflows, and the schedule. Omitted ones stay unchanged.",
  },
);

const WorkflowSwitches = Type.Object(switches, {
  title: "InboxWorkflowPreferenceChanges",
  description: "Channels for one workflow. Omitted ones stay unchanged.",
});

export const InboxPreferencesBulk = Type.Object(
  {
    preferences: Type.Array(
      Type.Object({
        workflowId,
        ...switches,
        subscriptionIdentifier: Type.Optional(
          line(
            "The preference applies to this subscription to a topic only: `enabled` and `condition`.",
            ID_MAX * 4,
          ),
        ),
        enabled: Type.Optional(Type.Boolean()),
        condition: Type.Optional(freeForm("A JSON-logic rule over the payload and the subscriber.")),
      }),
      { minItems: 1, maxItems: BULK_PREFERENCES_MAX },
    ),
  },
  {
    title: "InboxPreferencesBulk",
    description: "Preferences for several workflows, or for subscriptions to topics.",
  },
);

const ofSession = { chapter: "Inbox", principal: "subscriber" } as const;
const path = "/v1/inbox/preferences";

export const listInboxPreferences = operation({
  ...ofSession,
  id: "listInboxPreferences",
  method: "GET",
  path,
  summary: "List the subscriber's preferences",
  description: "First the one for all workflows, then one for each active workflow.",
  status: 200,
  query: Type.Object({
    tags: Type.Optional(
      Type.Array(Type.String({ maxLength: LINE_MAX }), {
        maxItems: 100,
        description: "Only workflows with one of these tags.",
      }),
    ),
    severity: Type.Optional(Type.Array(words(SEVERITIES), { maxItems: SEVERITIES.length })),
    criticality: Type.Optional(
      words(["nonCritical", "critical", "all"], {
        description: "Which workflows to return; default: those that are not critical.",
      }),
    ),
  }),
  response: Type.Array(InboxPreference),
});

export const getInboxGlobalPreference = operation({
  ...ofSession,
  id: "getInboxGlobalPreference",
  method: "GET",
  path: `${path}/global`,
  summary: "Retrieve the subscriber's preference for all workflows",
  status: 200,
  response: InboxPreference,
});

export const updateInboxGlobalPreference = operation({
  ...ofSession,
  id: "updateInboxGlobalPreference",
  method: "PATCH",
  path,
  summary: "Update the subscriber's preference for all workflows",
  description:
    "Choices for all workflows replace those for single workflows. A session without a subscriberHash gets 403 for a schedule.",
  status: 200,
  failures: [403],
  body: InboxPreferenceChanges,
  response: InboxPreference,
});

export const updateInboxPreference = operation({
  ...ofSession,
  id: "updateInboxPreference",
  method: "PATCH",
  path: `${path}/:workflowId`,
  summary: "Update the subscriber's preference for a workflow",
  status: 200,
  failures: [400, 404],
  params: Type.Object({ workflowId }),
  body: WorkflowSwitches,
  response: InboxPreference,
});

export const updateInboxPreferencesBulk = operation({
  ...ofSession,
  id: "updateInboxPreferencesBulk",
  method: "PATCH",
  path: `${path}/bulk`,
  summary: "Update the subscriber's preferences for many workflows",
  description: "Changes all of them, or none. A session without a subscriberHash gets 403 for a condition.",
  status: 200,
  failures: [400, 403, 404],
  body: InboxPreferencesBulk,
  response: Type.Array(InboxPreference),
});

export const INBOX_PREFERENCE_OPERATIONS = [
  listInboxPreferences,
  getInboxGlobalPreference,
  updateInboxGlobalPreference,
  updateInboxPreference,
  updateInboxPreferencesBulk,
] as const;
