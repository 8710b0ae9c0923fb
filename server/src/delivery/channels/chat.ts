import type { Decision } from "../runs/decision.ts";
import { type ChannelRules, keyed, noIntegration, pick, text } from "./channel-rules.ts";
import { hasActive, subscriberTargets } from "./subscriber-targets.ts";

export const chat: ChannelRules<"chat"> = {
  decide(run, _step, context): Decision {
    if (!hasActive(context.integrations, "chat")) return noIntegration();
    const { settings, targets } = subscriberTargets(run, context, "chat", ({ credentials }) => {
      const { webhookUrl, channel } = credentials;
      return webhookUrl ? { webhookUrl, ...(channel ? { channel } : {}) } : undefined;
    });
    if (targets.length > 0) return { kind: "deliver", channel: "chat", targets, details: [] };
    const code = settings.length > 0 ? "no_webhook_url" : "no_channel";
    return { kind: "fail", details: [{ code }], endsRun: false };
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
      webhookUrl: message.webhookUrl ?? "",
      body: text(message.content),
      ...(channel ? { channel } : {}),
    };
  },
};
