import { omitEmpty } from "../../foundation/omit-empty.ts";
import type { Mailbox } from "../../providers/provider.ts";
import { integrationFor, mailboxesIn, overridesFor, textIn } from "../runs/overrides.ts";
import {
  type ChannelRules,
  type Dispatch,
  escapeOf,
  keyed,
  noIntegration,
  pick,
  text,
} from "./channel-rules.ts";

const NO_ADDRESS = {
  code: "no_email",
  errorId: "mail_unexpected_error",
  errorText: "Subscriber does not have an email address",
} as const;

/** The subject is a header and is not escaped; values in the HTML body are. */
export const email: ChannelRules<"email"> = {
  decide(run, { stepKey }, { integrations }) {
    const integration = integrationFor(run, integrations, { channel: "email", stepKey });
    if (!integration) return noIntegration();
    const overrides = overridesFor(run, { channel: "email", stepKey, providerId: integration.providerId });
    const address = textIn(overrides, "toRecipient") ?? run.subscriber?.email ?? undefined;
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
  outgoing(message, dispatch) {
    const { overrides, attachments } = dispatch;
    const [replyTo] = mailboxesIn(overrides, "replyTo") ?? [];
    const others = {
      cc: mailboxesIn(overrides, "cc"),
      bcc: mailboxesIn(overrides, "bcc"),
      replyTo,
      attachments,
    };
    return {
      ...keyed(dispatch),
      to: [{ address: message.email ?? "" }],
      subject: message.subject ?? "",
      html: text(message.content),
      ...omitEmpty({ from: senderOf(dispatch), ...others }),
    };
  },
};

function senderOf({ integration: { credentials }, overrides }: Dispatch): Mailbox | undefined {
  const address = textIn(overrides, "from") ?? credentials.from;
  if (typeof address !== "string" || !address) return undefined;
  const name = textIn(overrides, "senderName") ?? credentials.senderName;
  return { address, ...(typeof name === "string" && name ? { name } : {}) };
}
