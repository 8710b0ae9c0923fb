import {
  CHANNELS,
  type ChangedPreference,
  type Channel,
  type SubscriberPreferenceChannels,
  type SubscriberPreferences,
  type SubscriberPreferencesBulk,
  type SubscriberPreferencesChanges,
  type SubscriberWorkflowPreference,
} from "@tidings/contract";
import { referenceOf, slugOf } from "../../workflows/slug.ts";
import type { PreferencesChange } from "../change-preferences.ts";
import type { PreferenceLayer } from "../merge-preferences.ts";
import type { ChannelChoices } from "../preference.ts";
import type { PreferenceOverview, WorkflowPreference } from "../subscriber-preferences.ts";

type Change = Omit<PreferencesChange, "subscriberKey" | "isProven">;

/** A schedule always applies to all workflows, also if the request names one workflow. */
export function fromChanges({ channels, workflowId, schedule }: SubscriberPreferencesChanges): Change {
  const chosen = fromChannels(channels ?? {});
  if (workflowId === undefined) return { channels: chosen, schedule };
  return { schedule, ofWorkflows: [{ workflow: referenceOf(workflowId), channels: chosen }] };
}

export function fromBulk({ preferences }: SubscriberPreferencesBulk): NonNullable<Change["ofWorkflows"]> {
  return preferences.map(({ workflowId, channels }) => ({
    workflow: referenceOf(workflowId),
    channels: fromChannels(channels),
  }));
}

/** Ignores channels that only newer clients know. */
function fromChannels(given: SubscriberPreferenceChannels): ChannelChoices {
  const known = CHANNELS.filter((channel) => given[channel] !== undefined);
  return Object.fromEntries(known.map((channel) => [channel, given[channel]]));
}

export function toPreferences({ global, workflows }: PreferenceOverview): SubscriberPreferences {
  const { channels, schedule } = global;
  return {
    global: { enabled: isEnabled(channels), channels, ...(schedule ? { schedule } : {}) },
    workflows: workflows.map(toWorkflowPreference),
  };
}

function toWorkflowPreference(preference: WorkflowPreference): SubscriberWorkflowPreference {
  const { workflow, updatedAt } = preference;
  const { id, workflowKey: identifier, name } = workflow;
  return {
    ...toChannels(preference),
    overrides: overridesOf(preference, workflow.channels),
    workflow: {
      slug: slugOf("wf", { id, name }),
      identifier,
      name,
      updatedAt: workflow.updatedAt.toISOString(),
    },
    ...(updatedAt ? { updatedAt: updatedAt.toISOString() } : {}),
  };
}

export function toChanged(preference: WorkflowPreference): ChangedPreference {
  const { id, workflowKey: identifier, name, tags, severity } = preference.workflow;
  const critical = preference.preferences.isCritical;
  return {
    level: "template",
    workflow: { id, identifier, name, critical, tags, severity },
    ...toChannels(preference),
  };
}

/** The wire's source of an override, by layer; the workflow's code is the default and overrides nothing. */
const SOURCES: Record<PreferenceLayer, "subscriber" | "template" | undefined> = {
  workflow: undefined,
  user: "template",
  global: "subscriber",
  subscriber_workflow: "subscriber",
};

type Override = SubscriberWorkflowPreference["overrides"][number];

/** The channels that a layer after the workflow's code decided. */
export function overridesOf({ preferences }: WorkflowPreference, channels: readonly Channel[]): Override[] {
  return channels.flatMap((channel) => {
    const source = SOURCES[preferences.decidedBy[channel]];
    return source ? [{ channel, source }] : [];
  });
}

function toChannels({ workflow, preferences }: WorkflowPreference): {
  enabled: boolean;
  channels: ChannelChoices;
} {
  const switches = workflow.channels.map((channel) => [channel, preferences.channels[channel]]);
  const channels: ChannelChoices = Object.fromEntries(switches);
  return { enabled: isEnabled(channels), channels };
}

/** Whether any channel is enabled; also true without any channels. */
export function isEnabled(channels: ChannelChoices): boolean {
  const values = Object.values(channels);
  return values.length === 0 || values.includes(true);
}
