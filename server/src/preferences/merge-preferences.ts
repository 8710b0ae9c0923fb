import { CHANNELS, type Channel, type WorkflowPreferencesInput } from "@tidings/contract";
import { isCritical, type WorkflowDefinition } from "../workflows/workflow.ts";
import { completePreferences } from "../workflows/workflow-preferences.ts";
import type { ChannelChoices, Preference } from "./preference.ts";

/** Who may decide about a channel, each over those before (wire-facts 5.7). */
export type PreferenceLayer = "workflow" | "user" | "global" | "subscriber_workflow";

export type PreferenceLayers = {
  /** `preferences.workflow` is the code's word, `preferences.user` that of the people who keep the workflow. */
  definition: Pick<WorkflowDefinition, "preferences">;
  global?: Pick<Preference, "channels"> | undefined;
  ofWorkflow?: Pick<Preference, "channels"> | undefined;
};

export type EffectivePreferences = {
  channels: Record<Channel, boolean>;
  /** The last layer that had a say, also where it said the same as the one before. */
  decidedBy: Record<Channel, PreferenceLayer>;
  isCritical: boolean;
};

type Decision = { layer: PreferenceLayer; channels: ChannelChoices };

/** What the subscriber gets of a workflow. A critical one asks no subscriber. */
export function effective({ definition, global, ofWorkflow }: PreferenceLayers): EffectivePreferences {
  const isFixed = isCritical(definition);
  const layers = [workflowDecision(definition)];
  if (!isFixed && global) layers.unshift({ layer: "global", channels: global.channels });
  if (!isFixed && ofWorkflow) {
    layers.unshift({ layer: "subscriber_workflow", channels: ofWorkflow.channels });
  }
  const channels = {} as EffectivePreferences["channels"];
  const decidedBy = {} as EffectivePreferences["decidedBy"];
  for (const channel of CHANNELS) {
    const last = layers.find((layer) => layer.channels[channel] !== undefined);
    channels[channel] = last?.channels[channel] ?? true;
    decidedBy[channel] = last?.layer ?? "workflow";
  }
  return { channels, decidedBy, isCritical: isFixed };
}

type WorkflowLayers = { user?: WorkflowPreferencesInput | null; workflow?: WorkflowPreferencesInput | null };

/** What the workflow itself says of every channel: each of its layers is complete, so the later one is all of it. */
function workflowDecision({ preferences }: PreferenceLayers["definition"]): Decision {
  const { user, workflow }: WorkflowLayers = preferences ?? {};
  const { channels } = completePreferences(user ?? workflow);
  const choices = CHANNELS.map((channel) => [channel, channels[channel]?.enabled]);
  return { layer: user ? "user" : "workflow", channels: Object.fromEntries(choices) };
}
