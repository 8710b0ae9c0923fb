import type { NotificationReason } from "@tidings/contract";

import type { Sentence } from "./sentence.ts";
import type { Timeline } from "./timeline.ts";
import type { TimelineStep } from "./timeline-step.ts";
import type { Offer } from "./why-facts.ts";

/** The answer to the question that a notification raises. */
export type WhyAnswer = {
  readonly question: string;
  readonly sentence: Sentence;
  readonly offers: readonly Offer[];
  readonly tone: "bad" | "warn" | "wait" | "idle";
  readonly step: TimelineStep;
};

/** Undefined if all went as it should. `reason` is the server's choice of the step that it is about. */
export function whyOf({ steps }: Timeline, reason: NotificationReason | undefined): WhyAnswer | undefined {
  if (!reason) return undefined;
  const sameCode = steps.filter((step) => step.reason?.code === reason.code);
  const step = sameCode.find(({ stepId }) => stepId === reason.stepId) ?? sameCode[0];
  if (!step?.reason) return undefined;
  const { question, offers } = step.reason;
  return { question, offers, sentence: step.sentence, tone: toneOf(step), step };
}

const TONES: Readonly<Record<string, WhyAnswer["tone"]>> = { failed: "bad", trying: "warn", waiting: "wait" };

const toneOf = ({ mark }: TimelineStep): WhyAnswer["tone"] => TONES[mark.shape] ?? "idle";
