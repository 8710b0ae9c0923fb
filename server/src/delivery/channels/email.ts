import { escapeHtml } from "../../foundation/escape-html.ts";
import { msOfId } from "../../foundation/id.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import type { Message } from "../../messages/message.ts";
import { settledAmong } from "../../messages/recipient-mark.ts";
import type { Mailbox } from "../../providers/provider.ts";
import { withPreheader } from "../../templates/preheader.ts";
import type { OverriddenContent } from "../runs/decision.ts";
import { integrationFor, mailboxesIn, overridesFor, textIn, textsIn } from "../runs/overrides.ts";
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
    const { integration, details } = integrationFor(run, integrations, { channel: "email", stepKey });
    if (!integration) return noIntegration(details);
    const overrides = overridesFor(run, { channel: "email", stepKey, providerId: integration.providerId });
    const [other] = mailboxesIn(overrides, "to") ?? [];
    const [instead] = mailboxesIn(overrides, "toRecipient") ?? [];
    const address = instead?.address ?? run.subscriber?.email ?? other?.address;
    const target = address
      ? { integration, address: { email: address }, overridden: contentIn(overrides) }
      : { integration, address: {}, failure: NO_ADDRESS };
    return { kind: "deliver", channel: "email", targets: [target], details };
  },
  templates(controls) {
    return [
      { value: pick(controls, ["subject", "preheader"]), escape: "none" },
      { value: pick(controls, ["body"]), escape: escapeOf(controls) },
    ];
  },
  compose(rendered, { address, overridden = {} }) {
    const subject = (overridden.subject ?? text(rendered.subject)).replace(/\s+/g, " ").trim();
    const content = overridden.html ?? bodyOf(rendered);
    if (!subject) return { unusable: "an e-mail needs a subject" };
    return { subject, content, ...(address.email ? { email: address.email } : {}) };
  },
  outgoing(message, dispatch) {
    const { overrides, attachments } = dispatch;
    const plain = textIn(overrides, "text") ?? message.textPart;
    const to = recipientsOf(message, overrides);
    const [cc, bcc] = [mailboxesIn(overrides, "cc"), mailboxesIn(overrides, "bcc")];
    const addresses = [...to, ...(cc ?? []), ...(bcc ?? [])].map(({ address }) => address);
    const settled = settledAmong(addresses, message.recipientsSettled);
    const others = {
      cc,
      bcc,
      settled: settled.length > 0 ? settled : undefined,
      replyTo: mailboxesIn(overrides, "replyTo"),
      headers: headersOf(dispatch),
      customData: textsIn(overrides, "customData"),
      attachments,
    };
    return {
      ...keyed(dispatch),
      to,
      subject: message.subject ?? "",
      html: text(message.content),
      stored: { id: message.id, at: new Date(msOfId(message.id)) },
      ...(plain ? { text: plain } : {}),
      ...omitEmpty({ from: senderOf(dispatch), ...others }),
    };
  },
};

function bodyOf({ body, preheader }: JsonObject): string {
  const line = text(preheader).trim();
  return line ? withPreheader(text(body), line) : text(body);
}

/**
 * The trigger's headers, and those that mark a mail of a program (RFC 3834) and let its recipient unsubscribe (RFC 8058). A mail
 * that goes to others as well has no link to unsubscribe, because each of them could use it.
 */
function headersOf({ overrides, unsubscribeUrl }: Dispatch): Record<string, string> {
  const given = textsIn(overrides, "headers") ?? {};
  const isForOthers = ["to", "toRecipient", "cc", "bcc"].some((name) => mailboxesIn(overrides, name));
  const hasLink = Object.keys(given).some((name) => /^list-unsubscribe$/i.test(name));
  const link =
    unsubscribeUrl === undefined || isForOthers || hasLink
      ? {}
      : { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  return { "Auto-Submitted": "auto-generated", ...link, ...given };
}

/** A text without HTML replaces the HTML as well, so that both parts of the mail say the same. */
function contentIn(overrides: JsonObject): OverriddenContent {
  const plain = textIn(overrides, "text");
  const html = textIn(overrides, "html") ?? (plain === undefined ? undefined : htmlOf(plain));
  return omitEmpty({ subject: textIn(overrides, "subject"), html });
}

function htmlOf(plain: string): string {
  return escapeHtml(plain).replace(/\r?\n/g, "<br>\n");
}

/** The message's address and those that the trigger adds. Providers use each address of a mail once (`each-once.ts`). */
function recipientsOf({ email }: Message, overrides: JsonObject): Mailbox[] {
  return [{ address: email ?? "" }, ...(mailboxesIn(overrides, "to") ?? [])];
}

function senderOf({ integration: { credentials }, overrides }: Dispatch): Mailbox | undefined {
  const [overridden] = mailboxesIn(overrides, "from") ?? [];
  const address = overridden?.address ?? credentials.from;
  if (typeof address !== "string" || !address) return undefined;
  const name = textIn(overrides, "senderName") ?? overridden?.name ?? credentials.senderName;
  return { address, ...(typeof name === "string" && name ? { name } : {}) };
}
