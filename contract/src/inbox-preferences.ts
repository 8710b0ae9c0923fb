import { type Static, Type } from "typebox";
import { ID_MAX, LINE_MAX, pathId } from "./fields.ts";
import { operation } from "./operation.ts";
import {
  BULK_PREFERENCES_MAX,
  PreferenceWorkflow,
  Schedule,
  SubscriberPreferenceOverrides,
} from "./preferences.ts";
import { SEVERITIES, words } from "./vocabulary.ts";
import { SubscriberPreferenceChannels } from "./workflow-template.ts";

/** The preferences that a subscriber reads and changes in its inbox. */

const ofSession = { chapter: "Inbox", principal: "subscriber", status: 200 } as const;
const path = "/v1/inbox/preferences";

/** On the wire, `template` means one workflow. */
export const InboxPreference = Type.Object(
  {
    level: words(["global", "template"], { description: "`global`: for all workflows." }),
    enabled: Type.Boolean({ description: "True when at least one channel is enabled." }),
    channels: SubscriberPreferenceChannels,
    overrides: Type.Optional(SubscriberPreferenceOverrides),
    workflow: Type.Optional(PreferenceWorkflow),
    schedule: Type.Optional(Schedule),
  },
  { title: "InboxPreference", description: "The effective preference for all workflows, or for one." },
);
export type InboxPreference = Static<typeof InboxPreference>;

export const listInboxPreferences = operation({
  ...ofSession,
  id: "listInboxPreferences",
  method: "GET",
  path,
  summary: "List the preferences of the inbox",
  description: "The preference for all workflows, then one for each workflow.",
  query: Type.Object({
    tags: Type.Optional(
      Type.Array(Type.String({ maxLength: LINE_MAX }), {
        maxItems: 100,
        description: "Only workflows with any of these tags.",
      }),
    ),
    severity: Type.Optional(
      Type.Array(words(SEVERITIES), {
        maxItems: SEVERITIES.length,
        description: "Only workflows of these severities.",
      }),
    ),
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
  summary: "Retrieve the inbox's preference for all workflows",
  response: InboxPreference,
});

/** Newer clients also send `tool`, a channel without effect. */
const switches = { ...SubscriberPreferenceChannels.properties, tool: Type.Optional(Type.Boolean()) };

export const InboxPreferenceChanges = Type.Object(
  { ...switches, schedule: Type.Optional(Schedule) },
  {
    title: "InboxPreferenceChanges",
    description: "Channels and schedule for all workflows; omitted ones stay unchanged.",
    examples: [{ email: false }],
  },
);

export const updateInboxPreferences = operation({
  ...ofSession,
  id: "updateInboxPreferences",
  method: "PATCH",
  path,
  summary: "Update the inbox's preference for all workflows",
  description: "Replaces the preferences of single workflows for these channels.",
  body: InboxPreferenceChanges,
  response: InboxPreference,
});

export const updateInboxWorkflowPreference = operation({
  ...ofSession,
  id: "updateInboxWorkflowPreference",
  method: "PATCH",
  path: `${path}/:workflowId`,
  summary: "Update the inbox's preference for one workflow",
  failures: [400, 404],
  params: Type.Object({ workflowId: pathId("The workflow's internal id, identifier or slug.") }),
  body: Type.Object(switches, {
    title: "InboxChannels",
    description: "Channels to switch; omitted ones stay unchanged.",
    examples: [{ email: true }],
  }),
  response: InboxPreference,
});

export const updateInboxPreferencesBulk = operation({
  ...ofSession,
  id: "updateInboxPreferencesBulk",
  method: "PATCH",
  path: `${path}/bulk`,
  summary: "Update the inbox's preferences for many workflows",
  description: "Sets at most 100 workflows atomically: if one cannot be set, none is.",
  failures: [400, 404],
  body: Type.Object(
    {
      preferences: Type.Array(
        Type.Object({
          workflowId: Type.String({
            minLength: 1,
            maxLength: ID_MAX,
            description: "The workflow's internal id, identifier or slug.",
          }),
          ...switches,
        }),
        { minItems: 1, maxItems: BULK_PREFERENCES_MAX },
      ),
    },
    {
      title: "InboxPreferencesBulk",
      examples: [{ preferences: [{ workflowId: "welcome", email: true }] }],
    },
  ),
  response: Type.Array(InboxPreference),
});

export const INBOX_PREFERENCE_OPERATIONS = [
  listInboxPreferences,
  getInboxGlobalPreference,
  updateInboxPreferences,
  updateInboxWorkflowPreference,
  updateInboxPreferencesBulk,
] as const;
