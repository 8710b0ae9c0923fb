import type { Channel } from "@tidings/contract";
import type { Json, JsonObject } from "../../foundation/json.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { Message, MessageContent } from "../../messages/message.ts";
import type { Attachment, MessageOf, OutgoingChannel, Passthrough } from "../../providers/provider.ts";
import type { Escape } from "../../templates/templates.ts";
import type { Step } from "../../workflows/workflow.ts";
import type { Decision, Note, Target } from "../runs/decision.ts";
import { passthroughIn } from "../runs/overrides.ts";
import type { DecisionContext, Run } from "../runs/run.ts";

/** The differences between channels. */
export type ChannelRules<C extends Channel = Channel> = {
  /** The addresses of the message, or the reason why there is none. */
  decide(run: Run, step: Step, context: DecisionContext): Decision;
  /** The control values to render, each part with its way of escaping; the results are merged. */
  templates(controls: JsonObject): TemplatePart[];
  /** The message made of what was rendered. */
  compose(rendered: JsonObject, target: Pick<Target, "address" | "overridden">): MessageContent | Unusable;
} & (C extends OutgoingChannel ? OutgoingRules<C> : { outgoing?: undefined });

type OutgoingRules<C extends OutgoingChannel> = {
  /** The stored message in the form that its provider takes. */
  outgoing(message: Message, dispatch: Dispatch): MessageOf[C];
};

/** How a message is sent: the integration, the key, and the overrides of its trigger. */
export type Dispatch = {
  integration: Integration;
  key: string;
  overrides: JsonObject;
  attachments: Attachment[] | undefined;
  /** Where the subscriber stops such mails; undefined where that is not possible. */
  unsubscribeUrl: string | undefined;
};

/** `isSanitized`: HTML for the inbox is sanitized after rendering. */
export type TemplatePart = { value: JsonObject; escape: Escape; isSanitized?: boolean };

/** Rendered content that cannot be sent, and why. */
export type Unusable = { unusable: string };

/** A rendered value as text; what is not text is written as JSON. */
export function text(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The named control values that exist. */
export function pick(controls: JsonObject, names: readonly string[]): JsonObject {
  const entries = names.filter((name) => controls[name] !== undefined).map((name) => [name, controls[name]]);
  return Object.fromEntries(entries) as JsonObject;
}

/** HTML is escaped unless the template's author switched that off. */
export function escapeOf(controls: JsonObject): Escape {
  return controls.disableOutputSanitization === true ? "none" : "html";
}

/** There is no integration to send through; the details say why. */
export function noIntegration(details: Note[]): Decision {
  return { kind: "fail", details, endsRun: false };
}

/**
 * The common fields of every outgoing message: its key, and the trigger's `_passthrough` for the provider's request.
 */
export function keyed({ key, overrides }: Dispatch): { key: string; passthrough?: Passthrough } {
  const passthrough = passthroughIn(overrides);
  return { key, ...(passthrough ? { passthrough } : {}) };
}
