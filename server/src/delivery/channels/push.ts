import { settledAmong } from "../../messages/recipient-mark.ts";
import type { Decision } from "../runs/decision.ts";
import { type ChannelRules, keyed, pick, text } from "./channel-rules.ts";
import { decideByTargets } from "./subscriber-targets.ts";

export const push: ChannelRules<"push"> = {
  decide(run, _step, context): Decision {
    return decideByTargets(run, context, {
      channel: "push",
      withoutAddress: "no_device_tokens",
      addressOf({ credentials: { deviceTokens = [] } }) {
        return deviceTokens.length > 0 ? { deviceTokens } : undefined;
      },
    });
  },
  templates: (controls) => [{ value: pick(controls, ["subject", "body", "data"]), escape: "none" }],
  compose(rendered, { address }) {
    const title = text(rendered.subject);
    const content = text(rendered.body);
    if (!title && !content) return { unusable: "a push message needs a subject or a body" };
    const data = rendered.data;
    return {
      title,
      content,
      ...(address.deviceTokens ? { deviceTokens: address.deviceTokens } : {}),
      ...(data && typeof data === "object" && !Array.isArray(data) ? { data } : {}),
    };
  },
  outgoing(message, dispatch) {
    const all = message.deviceTokens ?? [];
    const settled = settledAmong(all, message.recipientsSettled);
    return {
      ...keyed(dispatch),
      tokens: settled.length === 0 ? all : all.filter((token) => !settled.includes(token)),
      title: message.title ?? "",
      body: text(message.content),
      ...(message.data ? { data: message.data } : {}),
    };
  },
};
