import type { Channel, SubscriberPreferences, SubscriberWorkflowPreference } from "@tidings/contract";
import { useRead } from "../app/read.ts";

export type Preferences = {
  readonly global: SubscriberPreferences["global"];
  readonly workflows: readonly SubscriberWorkflowPreference[];
  /** Workflows that subscribers cannot switch off. */
  readonly critical: readonly SubscriberWorkflowPreference[];
};

export const preferencesKey = (subscriberId: string) => ["preferences", subscriberId] as const;

export function usePreferences(subscriberId: string) {
  return useRead<Preferences>(preferencesKey(subscriberId), async (client) => {
    const [open, critical] = await Promise.all([
      client.preferences.get(subscriberId, { criticality: "nonCritical" }),
      client.preferences.get(subscriberId, { criticality: "critical" }),
    ]);
    return { ...open, critical: critical.workflows };
  });
}

/** Who decided whether a workflow uses a channel. */
export type DecidedBy = "theirs" | "workflow" | "standard";

export function decidedBy({ overrides }: SubscriberWorkflowPreference, channel: Channel): DecidedBy {
  const source = overrides.find((one) => one.channel === channel)?.source;
  if (source === undefined) return "standard";
  return source === "subscriber" ? "theirs" : "workflow";
}
