import { chooseIntegration } from "../../integrations/primary-integration.ts";
import { type ChannelRules, noIntegration, pick, text } from "./channel-rules.ts";

const NO_NUMBER = {
  code: "no_phone",
  errorId: "no_subscriber_phone",
  errorText: "Subscriber does not have a phone number",
} as const;

export const sms: ChannelRules<"sms"> = {
  decide(run, { integrations }) {
    const integration = chooseIntegration(integrations, "sms");
    if (!integration) return noIntegration();
    const phone = run.subscriber?.phone ?? undefined;
    const target = phone
      ? { integration, address: { phone } }
      : { integration, address: {}, failure: NO_NUMBER };
    return { kind: "deliver", channel: "sms", targets: [target], details: [] };
  },
  templates: (controls) => [{ value: pick(controls, ["body"]), escape: "none" }],
  compose(rendered, { address }) {
    const content = text(rendered.body);
    if (!content) return { unusable: "an SMS needs a body" };
    return { content, ...(address.phone ? { phone: address.phone } : {}) };
  },
  outgoing(message, { credentials }, key) {
    const from = typeof credentials.from === "string" ? credentials.from : undefined;
    return { key, to: message.phone ?? "", body: text(message.content), ...(from ? { from } : {}) };
  },
};
