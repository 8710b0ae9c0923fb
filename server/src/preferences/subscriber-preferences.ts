import { CHANNELS, type Schedule } from "@tidings/contract";
import type { Queryable } from "../database/database.ts";
import type { SubscriberId } from "../foundation/ids.ts";
import { type EffectivePreferences, effective } from "./merge-preferences.ts";
import type { ChannelChoices, SubscriberPreferences } from "./preference.ts";
import { findPreferences } from "./preference-store.ts";
import { findActiveOutlines, type WorkflowOutline } from "./workflow-outline-store.ts";

export type Criticality = "nonCritical" | "critical" | "all";

/** A subscriber's preferences for all active workflows; includes only channels that a workflow uses. */
export type PreferenceOverview = {
  global: { channels: ChannelChoices; schedule: Schedule | null };
  workflows: WorkflowPreference[];
};

/** A subscriber's preferences for one workflow. */
export type WorkflowPreference = {
  workflow: WorkflowOutline;
  preferences: EffectivePreferences;
  /** When the subscriber last made a choice for this workflow. */
  updatedAt: Date | undefined;
};

/** The subscriber's preferences for all active workflows of this criticality. */
export async function overviewPreferences(
  database: Queryable,
  environmentId: string,
  { subscriberId, criticality }: { subscriberId: SubscriberId; criticality: Criticality },
): Promise<PreferenceOverview> {
  const workflows = await findActiveOutlines(database, environmentId);
  const chosen = await findChosen(database, environmentId, { subscriberId, workflows });
  const inUse = CHANNELS.filter((channel) => workflows.some(({ channels }) => channels.includes(channel)));
  const channels = inUse.map((channel) => [channel, chosen?.global?.channels[channel] ?? true]);
  const all = workflows.map((workflow) => preferenceOf(workflow, chosen));
  return {
    global: { channels: Object.fromEntries(channels), schedule: chosen?.global?.schedule ?? null },
    workflows: all.filter(
      ({ preferences }) => criticality === "all" || preferences.isCritical === (criticality === "critical"),
    ),
  };
}

/** The subscriber's preferences for these workflows, in their order. */
export async function preferencesOf(
  database: Queryable,
  environmentId: string,
  requested: { subscriberId: SubscriberId; workflows: readonly WorkflowOutline[] },
): Promise<WorkflowPreference[]> {
  const chosen = await findChosen(database, environmentId, requested);
  return requested.workflows.map((workflow) => preferenceOf(workflow, chosen));
}

async function findChosen(
  database: Queryable,
  environmentId: string,
  { subscriberId, workflows }: { subscriberId: SubscriberId; workflows: readonly WorkflowOutline[] },
): Promise<SubscriberPreferences | undefined> {
  const ids = workflows.map(({ id }) => id);
  return (await findPreferences(database, environmentId, [subscriberId], ids)).get(subscriberId);
}

function preferenceOf(
  workflow: WorkflowOutline,
  chosen: SubscriberPreferences | undefined,
): WorkflowPreference {
  const ofWorkflow = chosen?.ofWorkflows.get(workflow.id);
  const preferences = effective({ definition: workflow, global: chosen?.global, ofWorkflow });
  return { workflow, preferences, updatedAt: ofWorkflow?.updatedAt };
}
