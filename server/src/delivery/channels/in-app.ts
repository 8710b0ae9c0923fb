import { LINK_TARGETS } from "@tidings/contract";
import { isJsonObject, type Json, type JsonObject } from "../../foundation/json.ts";
import type { MessageContent } from "../../messages/message.ts";
import { isSafeLink } from "../../workflows/link.ts";
import { integrationFor } from "../runs/overrides.ts";
import { type ChannelRules, escapeOf, noIntegration, pick, text, type Unusable } from "./channel-rules.ts";

/** Storing an in-app message delivers it. The inbox shows its texts as HTML, so values are escaped. */
export const inApp: ChannelRules<"in_app"> = {
  decide(run, { stepKey }, { integrations }) {
    const { integration, details } = integrationFor(run, integrations, { channel: "in_app", stepKey });
    if (!integration) return noIntegration(details);
    return { kind: "deliver", channel: "in_app", targets: [{ integration, address: {} }], details };
  },
  templates: (controls) => [
    { value: pick(controls, ["subject", "body"]), escape: escapeOf(controls), isSanitized: true },
    {
      value: pick(controls, ["avatar", "primaryAction", "secondaryAction", "redirect", "data"]),
      escape: "none",
    },
  ],
  compose(rendered) {
    const links = [
      rendered.redirect,
      redirectOf(rendered.primaryAction),
      redirectOf(rendered.secondaryAction),
    ];
    const unsafe = links.map(urlOf).find((url) => url !== "" && !isSafeLink(url));
    if (unsafe !== undefined) return { unusable: `"${unsafe.slice(0, 100)}" is no link an inbox may follow` };
    return contentOf(rendered);
  },
};

function contentOf(rendered: JsonObject): MessageContent | Unusable {
  const subject = text(rendered.subject);
  const content = text(rendered.body);
  if (!subject && !content) return { unusable: "an in-app message needs a subject or a body" };
  return {
    content,
    cta: ctaOf(rendered),
    ...(subject ? { subject } : {}),
    ...(text(rendered.avatar) ? { avatar: text(rendered.avatar) } : {}),
    ...(isJsonObject(rendered.data) ? { data: rendered.data } : {}),
  };
}

function ctaOf(rendered: JsonObject): JsonObject {
  const link = linkOf(rendered.redirect);
  const buttons = [
    buttonOf(rendered.primaryAction, "primary"),
    buttonOf(rendered.secondaryAction, "secondary"),
  ].filter((button) => button !== undefined);
  return {
    ...(link ? { type: "redirect", data: link } : {}),
    ...(buttons.length > 0 ? { action: { status: "pending", buttons } } : {}),
  };
}

function buttonOf(action: Json | undefined, type: "primary" | "secondary"): JsonObject | undefined {
  if (!isJsonObject(action) || !text(action.label)) return undefined;
  return { type, content: text(action.label), ...linkOf(action.redirect) };
}

/** A link with the browsing context in which it opens, where that is one that browsers know. */
function linkOf(redirect: Json | undefined): { url: string; target?: string } | undefined {
  const url = urlOf(redirect);
  if (!url) return undefined;
  const target = LINK_TARGETS.find((word) => isJsonObject(redirect) && word === text(redirect.target).trim());
  return { url, ...(target ? { target } : {}) };
}

function redirectOf(action: Json | undefined): Json | undefined {
  return isJsonObject(action) ? action.redirect : undefined;
}

function urlOf(redirect: Json | undefined): string {
  return isJsonObject(redirect) ? text(redirect.url).trim() : "";
}
