import { PHONE_CHAT_PROVIDER_IDS } from "@tidings/contract";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import { dialable } from "../../foundation/phone-number.ts";
import { readMarks, type ValueRange } from "../../templates/marked-text.ts";
import type { Decision } from "../runs/decision.ts";
import type { Run } from "../runs/run.ts";
import { type ChannelRules, keyed, pick, text } from "./channel-rules.ts";
import { decideByTargets } from "./subscriber-targets.ts";

/** The data of a stored chat message: its channel, and which parts of its content are values. */
type ChatData = { channel?: string; values?: ValueRange[] };

export const chat: ChannelRules<"chat"> = {
  decide(run, _step, context): Decision {
    return decideByTargets(run, context, {
      channel: "chat",
      withoutAddress: "no_webhook_url",
      addressOf({ providerId, credentials }) {
        const { webhookUrl } = credentials;
        const channel = channelOf(run, providerId, credentials.channel);
        if (!webhookUrl && !channel) return undefined;
        return { ...(webhookUrl ? { webhookUrl } : {}), ...(channel ? { channel } : {}) };
      },
    });
  },
  /** Values are marked, because the vendor and its mark-up are known when the message is sent. */
  templates: (controls) => [{ value: pick(controls, ["body"]), escape: "marks" }],
  compose(rendered, { address }) {
    const { text: content, values } = readMarks(text(rendered.body));
    if (!content) return { unusable: "a chat message needs a body" };
    const data: ChatData = omitEmpty({
      channel: address.channel || undefined,
      values: values.length > 0 ? values : undefined,
    });
    return {
      content,
      ...(address.webhookUrl ? { webhookUrl: address.webhookUrl } : {}),
      ...(Object.keys(data).length > 0 ? { data } : {}),
    };
  },
  outgoing(message, dispatch) {
    const { channel = "", values } = (message.data ?? {}) as ChatData;
    return {
      ...keyed(dispatch),
      ...(message.webhookUrl ? { webhookUrl: message.webhookUrl } : {}),
      body: text(message.content),
      ...(values ? { values } : {}),
      ...(channel ? { channel } : {}),
    };
  },
};

/** For a provider that takes phone numbers: that of the channel settings, else the subscriber's. */
function channelOf({ subscriber }: Run, providerId: string, own: string | undefined): string | undefined {
  const takesPhone = (PHONE_CHAT_PROVIDER_IDS as readonly string[]).includes(providerId);
  return takesPhone ? dialable(own || subscriber?.phone || "") : own;
}
