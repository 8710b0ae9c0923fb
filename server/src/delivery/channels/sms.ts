import { dialable } from "../../foundation/phone-number.ts";
import { integrationFor, overridesFor, textIn } from "../runs/overrides.ts";
import { type ChannelRules, keyed, noIntegration, pick, text } from "./channel-rules.ts";

const NO_NUMBER = {
  code: "no_phone",
  errorId: "no_subscriber_phone",
  errorText: "Subscriber does not have a phone number",
} as const;

export const sms: ChannelRules<"sms"> = {
  decide(run, { stepKey }, { integrations }) {
    const { integration, details } = integrationFor(run, integrations, { channel: "sms", stepKey });
    if (!integration) return noIntegration(details);
    const overrides = overridesFor(run, { channel: "sms", stepKey, providerId: integration.providerId });
    const phone = textIn(overrides, "to") ?? run.subscriber?.phone ?? undefined;
    const target = phone
      ? { integration, address: { phone: dialable(phone) } }
      : { integration, address: {}, failure: NO_NUMBER };
    return { kind: "deliver", channel: "sms", targets: [target], details };
  },
  templates: (controls) => [{ value: pick(controls, ["body"]), escape: "none" }],
  compose(rendered, { address }) {
    const content = text(rendered.body);
    if (!content) return { unusable: "an SMS needs a body" };
    return { content, ...(address.phone ? { phone: address.phone } : {}) };
  },
  outgoing(message, dispatch) {
    const { credentials } = dispatch.integration;
    const own = typeof credentials.from === "string" ? credentials.from : undefined;
    const from = textIn(dispatch.overrides, "from") ?? own;
    return {
      ...keyed(dispatch),
      to: dialable(message.phone ?? ""),
      body: text(message.content),
      ...(from ? { from: dialable(from) } : {}),
    };
  },
};
