import {
  CHANNELS,
  type Channel,
  type GlobalPreferenceV1,
  type WorkflowPreferenceV1,
} from "@tidings/contract";
import type { ChannelChoices } from "../preference.ts";
import type { PreferenceOverview, WorkflowPreference } from "../subscriber-preferences.ts";
import { isEnabled, overridesOf } from "./preference-wire.ts";

/** @param includesInactive whether to include channels that no step of the workflow uses. */
export function toWorkflowPreferenceV1(
  preference: WorkflowPreference,
  includesInactive = true,
): WorkflowPreferenceV1 {
  const { workflow, preferences } = preference;
  const { id, workflowKey: identifier, name } = workflow;
  const shown = includesInactive ? CHANNELS : workflow.channels;
  const channels = choicesOf(shown, (channel) => preferences.channels[channel]);
  return {
    template: {
      _id: id,
      name,
      critical: preferences.isCritical,
      triggers: [{ type: "event", identifier, variables: [] }],
    },
    preference: { enabled: isEnabled(channels), channels, overrides: overridesOf(preference, shown) },
  };
}

export function toGlobalPreferenceV1({ global: { channels } }: PreferenceOverview): GlobalPreferenceV1 {
  return { preference: { enabled: isEnabled(channels), channels } };
}

type Given = {
  enabled?: boolean | undefined;
  channels: readonly { type: Channel; enabled: boolean }[];
};

/** `enabled` applies to every channel; `channels` override it. */
export function fromChoicesV1({ enabled, channels }: Given): ChannelChoices {
  const all = enabled === undefined ? {} : choicesOf(CHANNELS, () => enabled);
  return { ...all, ...Object.fromEntries(channels.map((one) => [one.type, one.enabled])) };
}

function choicesOf(channels: readonly Channel[], of: (channel: Channel) => boolean): ChannelChoices {
  return Object.fromEntries(channels.map((channel) => [channel, of(channel)]));
}
