import { type Static, Type } from "typebox";
import { ID_MAX, line, timestamp } from "./fields.ts";
import { CHANNELS, SEVERITIES, words } from "./vocabulary.ts";
import { SubscriberPreferenceChannels } from "./workflow-template.ts";

/** What a subscriber wants to receive, and when. */

export const BULK_PREFERENCES_MAX = 100;
const HOURS_MAX = 48;

const Hours = Type.Object({
  start: line("For example `09:00 AM`.", 16),
  end: line("For example `05:30 PM`; an end before the start is on the next day.", 16),
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
    isEnabled: Type.Boolean({ description: "False: messages may arrive at any time." }),
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
    description: "When the subscriber may receive messages, in the subscriber's time zone.",
  },
);
export type Schedule = Static<typeof Schedule>;

const enabled = Type.Boolean({ description: "True when at least one channel is enabled." });

const GlobalPreference = Type.Object(
  { enabled, channels: SubscriberPreferenceChannels, schedule: Type.Optional(Schedule) },
  { title: "GlobalPreference", description: "The subscriber's preference for all workflows." },
);

/** On the wire, `template` means the workflow. */
const PreferenceOverride = Type.Object(
  { channel: words(CHANNELS), source: words(["subscriber", "template", "workflowOverride"]) },
  { title: "PreferenceOverride", description: "What decided a channel in place of the workflow's default." },
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
    updatedAt: Type.Optional(timestamp("When the subscriber last changed the preference for this workflow.")),
  },
  { title: "SubscriberWorkflowPreference", description: "The effective preference for one workflow." },
);
export type SubscriberWorkflowPreference = Static<typeof SubscriberWorkflowPreference>;

export const SubscriberPreferences = Type.Object(
  { global: GlobalPreference, workflows: Type.Array(SubscriberWorkflowPreference) },
  {
    title: "SubscriberPreferences",
    description: "The effective preferences; only channels in use.",
  },
);
export type SubscriberPreferences = Static<typeof SubscriberPreferences>;

/** The response of a bulk update for each workflow. */
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
  { title: "ChangedPreference", description: "The new effective preference for one workflow." },
);
export type ChangedPreference = Static<typeof ChangedPreference>;

const workflowId = Type.String({
  minLength: 1,
  maxLength: ID_MAX,
  description: "The workflow's identifier, internal id or slug.",
});

/** Newer clients also send a `context`, which is ignored. */
export const SubscriberPreferencesChanges = Type.Object(
  {
    channels: Type.Optional(SubscriberPreferenceChannels),
    workflowId: Type.Optional(workflowId),
    schedule: Type.Optional(Schedule),
  },
  {
    title: "SubscriberPreferencesChanges",
    description:
      "Channels of one workflow, or, without a workflow, of all; a schedule always applies to all. Omitted channels stay unchanged.",
  },
);
export type SubscriberPreferencesChanges = Static<typeof SubscriberPreferencesChanges>;

export const SubscriberPreferencesBulk = Type.Object(
  {
    preferences: Type.Array(Type.Object({ workflowId, channels: SubscriberPreferenceChannels }), {
      minItems: 1,
      maxItems: BULK_PREFERENCES_MAX,
    }),
  },
  { title: "SubscriberPreferencesBulk", description: "Channels of several workflows, set atomically." },
);
export type SubscriberPreferencesBulk = Static<typeof SubscriberPreferencesBulk>;
