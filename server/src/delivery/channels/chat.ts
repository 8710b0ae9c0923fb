import { PHONE_CHAT_PROVIDER_IDS } from "@tidings/contract";
import type { Decision } from "../runs/decision.ts";
import type { Run } from "../runs/run.ts";
import { type ChannelRules, keyed, pick, text } from "./channel-rules.ts";
import { decideByTargets } from "./subscriber-targets.ts";

export const chat: ChannelRules<"chat"> = {
  decide(run, _step, context): Decision {
    return decideByTargets(run, context, {
      channel: "chat",
      withoutAddress: "no_webhook_url",
      addressOf({ providerId, credentials }) {
        const { webhookUrl } = credentials;
        const channel = credentials.channel || phoneOf(run, providerId);
        if (!webhookUrl && !channel) return undefined;
        return { ...(webhookUrl ? { webhookUrl } : {}), ...(channel ? { channel } : {}) };
      },
    });
  },
  templates: (controls) => [{ value: pick(controls, ["body"]), escape: "none" }],
  compose(rendered, { address }) {
    const content = text(rendered.body);
    if (!content) return { unusable: "a chat message needs a body" };
    return {
      content,
      ...(address.webhookUrl ? { webhookUrl: address.webhookUrl } : {}),
      ...(address.channel ? { data: { channel: address.channel } } : {}),
    };
  },
  outgoing(message, dispatch) {
    const channel = text(message.data?.channel);
    return {
      ...keyed(dispatch),
      ...(message.webhookUrl ? { webhookUrl: message.webhookUrl } : {}),
      body: text(message.content),
      ...(channel ? { channel } : {}),
    };
  },
};

/** The subscriber's phone number, for a provider that takes phone numbers and whose channel settings have none. */
function phoneOf({ subscriber }: Run, providerId: string): string | undefined {
  const takesPhone = (PHONE_CHAT_PROVIDER_IDS as readonly string[]).includes(providerId);
  return (takesPhone && subscriber?.phone) || undefined;
}
