import { type Static, Type } from "typebox";
import { ID_MAX, line, timestamp } from "./fields.ts";
import { CHANNELS, SEVERITIES, words } from "./vocabulary.ts";
import { SubscriberPreferenceChannels } from "./workflow-template.ts";

/** What a subscriber wants to receive, and when (wire-facts 4.4, 5.7, 5.8). */

export const BULK_PREFERENCES_MAX = 100;
const HOURS_MAX = 48;

const Hours = Type.Object({
  start: line("Such as `09:00 AM`.", 16),
  end: line("Such as `05:30 PM`; before the start it is on the next day.", 16),
});

const Day = Type.Optional(
  Type.Object(
    {
      isEnabled: Type.Boolean(),
      hours: Type.Optional(Type.Array(Hours, { maxItems: HOURS_MAX })),
    },
    { title: "ScheduleDay", description: "A day that is not enabled or has no hours is closed." },
  ),
);

export const Schedule = Type.Object(
  {
    isEnabled: Type.Boolean({ description: "False: messages may come at any time." }),
    weeklySchedule: Type.Optional(
      Type.Object({
        monday: Day,
        tuesday: Day,
        wednesday: Day,
        thursday: Day,
        friday: Day,
        saturday: Day,
        sunday: Day,
      }),
    ),
  },
  {
    title: "Schedule",
    description: "When the subscriber may be disturbed, in the subscriber's own time zone.",
  },
);
export type Schedule = Static<typeof Schedule>;

const enabled = Type.Boolean({ description: "True when at least one of the channels is." });

const GlobalPreference = Type.Object(
  { enabled, channels: SubscriberPreferenceChannels, schedule: Type.Optional(Schedule) },
  { title: "GlobalPreference", description: "What the subscriber wants of all workflows." },
);

/** `template` is the wire's word for the workflow. */
const PreferenceOverride = Type.Object(
  { channel: words(CHANNELS), source: words(["subscriber", "template", "workflowOverride"]) },
  { title: "PreferenceOverride", description: "Who decided about a channel after the workflow's own word." },
);

export const SubscriberPreferenceOverrides = Type.Array(PreferenceOverride);

const SubscriberWorkflowPreference = Type.Object(
  {
    enabled,
    channels: SubscriberPreferenceChannels,
    overrides: SubscriberPreferenceOverrides,
    workflow: Type.Object({
      slug: Type.String(),
      identifier: Type.String(),
      name: Type.String(),
      updatedAt: Type.Optional(timestamp()),
    }),
    updatedAt: Type.Optional(timestamp("When the subscriber last chose for this workflow, if ever.")),
  },
  { title: "SubscriberWorkflowPreference", description: "What the subscriber gets of one workflow." },
);
export type SubscriberWorkflowPreference = Static<typeof SubscriberWorkflowPreference>;

export const SubscriberPreferences = Type.Object(
  { global: GlobalPreference, workflows: Type.Array(SubscriberWorkflowPreference) },
  {
    title: "SubscriberPreferences",
    description: "What the subscriber gets, everything considered; only channels that are in use.",
  },
);
export type SubscriberPreferences = Static<typeof SubscriberPreferences>;

/** What a change of many answers for each workflow. */
export const ChangedPreference = Type.Object(
  {
    level: words(["global", "template"]),
    workflow: Type.Object({
      id: Type.String(),
      identifier: Type.String(),
      name: Type.String(),
      critical: Type.Boolean(),
      tags: Type.Array(Type.String()),
      severity: words(SEVERITIES),
    }),
    enabled,
    channels: SubscriberPreferenceChannels,
  },
  { title: "ChangedPreference", description: "What the subscriber gets of one workflow from now on." },
);
export type ChangedPreference = Static<typeof ChangedPreference>;

const workflowId = Type.String({
  minLength: 1,
  maxLength: ID_MAX,
  description: "The workflow's identifier, internal id or slug.",
});

/** Newer clients may send one; preferences of a single context would be kept for all. */
const context = Type.Optional(
  Type.Object({}, { maxProperties: 0, description: "Preferences hold in every context." }),
);

export const SubscriberPreferencesChanges = Type.Object(
  {
    channels: Type.Optional(SubscriberPreferenceChannels),
    workflowId: Type.Optional(workflowId),
    schedule: Type.Optional(Schedule),
    context,
  },
  {
    title: "SubscriberPreferencesChanges",
    description:
      "Channels of one workflow, or without a workflow of all; a schedule is always for all. A channel left out stays.",
  },
);
export type SubscriberPreferencesChanges = Static<typeof SubscriberPreferencesChanges>;

export const SubscriberPreferencesBulk = Type.Object(
  {
    preferences: Type.Array(Type.Object({ workflowId, channels: SubscriberPreferenceChannels }), {
      minItems: 1,
      maxItems: BULK_PREFERENCES_MAX,
    }),
    context,
  },
  { title: "SubscriberPreferencesBulk", description: "Channels of many workflows, all of it or nothing." },
);
export type SubscriberPreferencesBulk = Static<typeof SubscriberPreferencesBulk>;
