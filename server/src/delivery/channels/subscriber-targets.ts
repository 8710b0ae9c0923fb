import {
  CHAT_PROVIDER_IDS,
  OWN_CHAT_PROVIDER_IDS,
  OWN_PUSH_PROVIDER_IDS,
  PUSH_PROVIDER_IDS,
} from "@tidings/contract";
import type { ChannelSetting } from "../../subscribers/subscriber.ts";
import { fittingIntegrations } from "../runs/conditional-integrations.ts";
import type { Decision, TargetAddress } from "../runs/decision.ts";
import type { DecisionContext, Run } from "../runs/run.ts";
import { noIntegration } from "./channel-rules.ts";

const PROVIDERS_OF = {
  chat: [...CHAT_PROVIDER_IDS, ...OWN_CHAT_PROVIDER_IDS],
  push: [...PUSH_PROVIDER_IDS, ...OWN_PUSH_PROVIDER_IDS],
} as const;

type Channels = {
  channel: "chat" | "push";
  /** The code of a subscriber whose settings have no address. */
  withoutAddress: "no_webhook_url" | "no_device_tokens";
  addressOf(setting: ChannelSetting): TargetAddress | undefined;
};

/** Chat and push messages go to every address of the subscriber, each through its own integration, if that fits. */
export function decideByTargets(
  run: Run,
  { integrations }: Pick<DecisionContext, "integrations">,
  { channel, withoutAddress, addressOf }: Channels,
): Decision {
  const { fitting, details } = fittingIntegrations(run, integrations, channel);
  if (fitting.length === 0) return noIntegration(details);
  const providers = PROVIDERS_OF[channel] as readonly string[];
  const settings = (run.subscriber?.channels ?? []).filter((setting) =>
    providers.includes(setting.providerId),
  );
  const addressed = settings.flatMap((setting) => {
    const integration = integrations.find(({ id, isActive }) => id === setting.integrationId && isActive);
    const address = addressOf(setting);
    return integration && address ? [{ integration, address }] : [];
  });
  const targets = addressed.filter(({ integration }) => fitting.includes(integration));
  if (targets.length > 0) return { kind: "deliver", channel, targets, details };
  if (addressed.length > 0) return noIntegration([...details, { code: "no_matching_integration" }]);
  const code = settings.length > 0 ? withoutAddress : "no_channel";
  return { kind: "fail", details: [...details, { code }], endsRun: false };
}
