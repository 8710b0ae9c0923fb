import { CHANNELS, type Channel, type WorkflowPreferencesInput } from "@tidings/contract";
import { perObject } from "../foundation/per-object.ts";
import { isCritical, type WorkflowDefinition } from "../workflows/workflow.ts";
import { completePreferences } from "../workflows/workflow-preferences.ts";
import type { ChannelChoices, Preference } from "./preference.ts";

/** The layers that decide about a channel; each overrides those before it. */
export type PreferenceLayer = "workflow" | "user" | "global" | "subscriber_workflow";

export type PreferenceLayers = {
  /** `preferences.workflow` is set in the workflow's code, `preferences.user` by its maintainers. */
  definition: Pick<WorkflowDefinition, "preferences">;
  global?: LayerChoices | undefined;
  ofWorkflow?: LayerChoices | undefined;
};
type LayerChoices = Pick<Preference, "channels"> & Partial<Pick<Preference, "updatedAt">>;

export type EffectivePreferences = {
  channels: Record<Channel, boolean>;
  /** The last layer with a choice for the channel, even if the layer before it has the same. */
  decidedBy: Record<Channel, PreferenceLayer>;
  isCritical: boolean;
};

/** `at`: when the subscriber last changed this layer. */
type PreferenceDecision = { layer: PreferenceLayer; channels: ChannelChoices; at?: Date };

/**
 * The channels of a workflow that are enabled for a subscriber. A critical workflow ignores the subscriber's choices.
 */
export function effective(given: PreferenceLayers): EffectivePreferences {
  return given.global || given.ofWorkflow ? merged(given) : withoutChoices(given.definition);
}

const withoutChoices = perObject((definition: PreferenceLayers["definition"]) => merged({ definition }));

function merged({ definition, global, ofWorkflow }: PreferenceLayers): EffectivePreferences {
  const isFixed = isCritical(definition);
  const layers = layersOf({ definition, global, ofWorkflow });
  const channels = {} as EffectivePreferences["channels"];
  const decidedBy = {} as EffectivePreferences["decidedBy"];
  for (const channel of CHANNELS) {
    const last = layers.find((layer) => layer.channels[channel] !== undefined);
    channels[channel] = last?.channels[channel] ?? true;
    decidedBy[channel] = last?.layer ?? "workflow";
  }
  return { channels, decidedBy, isCritical: isFixed };
}

/** The layers with a choice for this channel; the first one decides. */
export function choicesFor(
  channel: Channel,
  given: PreferenceLayers,
): { layer: PreferenceLayer; value: boolean; at?: string }[] {
  return layersOf(given).flatMap(({ layer, channels: { [channel]: value }, at }) =>
    value === undefined ? [] : [{ layer, value, ...(at && { at: at.toISOString() }) }],
  );
}

/** The last layer first. */
function layersOf({ definition, global, ofWorkflow }: PreferenceLayers): PreferenceDecision[] {
  const layers = [workflowDecision(definition)];
  if (isCritical(definition)) return layers;
  if (global) layers.unshift({ layer: "global", ...decisionOf(global) });
  if (ofWorkflow) layers.unshift({ layer: "subscriber_workflow", ...decisionOf(ofWorkflow) });
  return layers;
}

function decisionOf({ channels, updatedAt }: LayerChoices): Omit<PreferenceDecision, "layer"> {
  return { channels, ...(updatedAt && { at: updatedAt }) };
}

type WorkflowLayers = { user?: WorkflowPreferencesInput | null; workflow?: WorkflowPreferencesInput | null };

/** The workflow's own choice for every channel: each of its layers is complete, so `user` replaces `workflow`. */
function workflowDecision({ preferences }: PreferenceLayers["definition"]): PreferenceDecision {
  const { user, workflow }: WorkflowLayers = preferences ?? {};
  const { channels } = completePreferences(user ?? workflow);
  const choices = CHANNELS.map((channel) => [channel, channels[channel]?.enabled]);
  return { layer: user ? "user" : "workflow", channels: Object.fromEntries(choices) };
}
