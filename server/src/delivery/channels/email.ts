import type { Integration } from "../../integrations/integration.ts";
import { chooseIntegration } from "../../integrations/primary-integration.ts";
import type { Mailbox } from "../../providers/provider.ts";
import { type ChannelRules, escapeOf, noIntegration, pick, text } from "./channel-rules.ts";

const NO_ADDRESS = {
  code: "no_email",
  errorId: "mail_unexpected_error",
  errorText: "Subscriber does not have an email address",
} as const;

/** The subject is a header and stays as it is; in the HTML body what payloads bring is escaped. */
export const email: ChannelRules<"email"> = {
  decide(run, { integrations }) {
    const integration = chooseIntegration(integrations, "email");
    if (!integration) return noIntegration();
    const address = run.subscriber?.email ?? undefined;
    const target = address
      ? { integration, address: { email: address } }
      : { integration, address: {}, failure: NO_ADDRESS };
    return { kind: "deliver", channel: "email", targets: [target], details: [] };
  },
  templates(controls) {
    return [
      { value: pick(controls, ["subject"]), escape: "none" },
      { value: pick(controls, ["body"]), escape: escapeOf(controls) },
    ];
  },
  compose(rendered, { address }) {
    const subject = text(rendered.subject).replace(/\s+/g, " ").trim();
    const content = text(rendered.body);
    if (!subject) return { unusable: "an e-mail needs a subject" };
    return { subject, content, ...(address.email ? { email: address.email } : {}) };
  },
  outgoing(message, integration, key) {
    const from = senderOf(integration);
    return {
      key,
      to: [{ address: message.email ?? "" }],
      subject: message.subject ?? "",
      html: text(message.content),
      ...(from ? { from } : {}),
    };
  },
};

function senderOf({ credentials }: Integration): Mailbox | undefined {
  if (typeof credentials.from !== "string" || !credentials.from) return undefined;
  const name = credentials.senderName;
  return { address: credentials.from, ...(typeof name === "string" && name ? { name } : {}) };
}
