import type { WorkflowPreferences, WorkflowPreferencesInput } from "@tidings/contract";
import { CHANNELS } from "@tidings/contract";

/** Fills in the defaults: `all` is enabled, a channel follows `all`, and nothing is read-only. */
export function completePreferences(given: WorkflowPreferencesInput | null | undefined): WorkflowPreferences {
  const enabled = given?.all?.enabled ?? true;
  const channels = CHANNELS.map((channel) => [
    channel,
    { enabled: given?.channels?.[channel]?.enabled ?? enabled },
  ]);
  return {
    all: { enabled, readOnly: given?.all?.readOnly ?? false },
    channels: Object.fromEntries(channels) as WorkflowPreferences["channels"],
  };
}
