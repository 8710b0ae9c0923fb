import {
  CHAT_PROVIDER_IDS,
  OWN_CHAT_PROVIDER_IDS,
  OWN_PUSH_PROVIDER_IDS,
  PUSH_PROVIDER_IDS,
} from "@tidings/contract";
import type { Integration } from "../../integrations/integration.ts";
import type { ChannelSetting } from "../../subscribers/subscriber.ts";
import type { Target, TargetAddress } from "../runs/decision.ts";
import type { DecisionContext, Run } from "../runs/run.ts";

const PROVIDERS_OF = {
  chat: [...CHAT_PROVIDER_IDS, ...OWN_CHAT_PROVIDER_IDS],
  push: [...PUSH_PROVIDER_IDS, ...OWN_PUSH_PROVIDER_IDS],
} as const;

export type SubscriberTargets = {
  /** All settings of the subscriber for this channel. */
  settings: ChannelSetting[];
  /** Those with an active integration and an address. */
  targets: Target[];
};

/** Chat and push messages go to every address of the subscriber, each through its own integration. */
export function subscriberTargets(
  run: Run,
  { integrations }: DecisionContext,
  channel: "chat" | "push",
  addressOf: (setting: ChannelSetting) => TargetAddress | undefined,
): SubscriberTargets {
  const providers = PROVIDERS_OF[channel] as readonly string[];
  const settings = (run.subscriber?.channels ?? []).filter((setting) =>
    providers.includes(setting.providerId),
  );
  const targets = settings.flatMap((setting) => {
    const integration = integrations.find(({ id, isActive }) => id === setting.integrationId && isActive);
    const address = addressOf(setting);
    return integration && address ? [{ integration, address }] : [];
  });
  return { settings, targets };
}

export function hasActive(integrations: readonly Integration[], channel: "chat" | "push"): boolean {
  return integrations.some((integration) => integration.isActive && integration.channel === channel);
}
