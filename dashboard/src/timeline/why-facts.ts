import type { DetailCode } from "@tidings/contract";
import type { RawFacts } from "./raw-facts.ts";
import type { Sentence } from "./sentence.ts";

/** What a sentence about a reason may use. */
export type WhyFacts = {
  readonly raw: RawFacts;
  /** When it happened, ISO. */
  readonly at: string | undefined;
  /** The subscriber: the first name, or the id. */
  readonly person: string;
  readonly workflow: string;
  /** The step that the reason is about. */
  readonly step: string;
  readonly type: string;
  /** The integration or provider, such as "Gateway". */
  readonly carrier: string | undefined;
  /** The rule that says when the step runs, if it has one. */
  readonly rule: unknown;
  /** The name of a step by its identifier. */
  readonly stepName: (stepId: string) => string;
  /** From the first attempt to this one, in milliseconds. */
  readonly triedForMs: number | undefined;
};

/** What a person can do about a reason. The page offers those for which it has a screen. */
export const OFFERS = {
  open_step: "Open the step",
  open_condition: "Open the condition",
  open_content: "Open the text",
  open_delivery: "Delivery options",
  open_workflow: "Workflow settings",
  rehearse: "Rehearse with another payload",
  open_preferences: "Their preferences",
  open_schedule: "Their schedule",
  open_subscriber: "Open the subscriber",
  add_address: "Add it",
  open_integration: "Open the integration",
  edit_credentials: "Edit the credentials",
  connect: "Connect one",
  open_clock: "Move the clock",
  open_notification: "Open that notification",
  retry_now: "Try now",
  send_again: "Send again",
  trigger_again: "Trigger again",
} as const;
export type Offer = keyof typeof OFFERS;

export type Why = {
  readonly says: (facts: WhyFacts) => Sentence;
  readonly offers?: readonly Offer[];
};

/** A part of the table, whose codes the compiler checks. */
export type WhyTable<C extends DetailCode> = Readonly<Record<C, Why>>;
