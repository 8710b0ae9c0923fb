import { CHANNELS, type InboxPreference } from "@tidings/contract";
import type { ChannelChoices } from "../preference.ts";
import type { PreferenceOverview, WorkflowPreference } from "../subscriber-preferences.ts";
import { isEnabled, overridesOf, toChanged } from "./preference-wire.ts";

export function toGlobal({ global: { channels, schedule } }: PreferenceOverview): InboxPreference {
  return { level: "global", enabled: isEnabled(channels), channels, ...(schedule ? { schedule } : {}) };
}

export function toOfWorkflow(preference: WorkflowPreference): InboxPreference {
  return { ...toChanged(preference), overrides: overridesOf(preference, preference.workflow.channels) };
}

/** The channels of a request, which are members of its body; other members are ignored. */
export function fromSwitches(body: ChannelChoices): ChannelChoices {
  const known = CHANNELS.filter((channel) => body[channel] !== undefined);
  return Object.fromEntries(known.map((channel) => [channel, body[channel]]));
}
