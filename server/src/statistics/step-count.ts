import type { StepOutcome } from "@tidings/contract";

/** How often the same happened in one batch of work. */
export type StepCount = {
  /** The workflow's internal id. */
  workflowId: string;
  /** The type of the step; `notification` for the start of a notification. */
  kind: string;
  /** The integration that carried the message; empty without one. */
  integrationId: string;
  outcome: StepOutcome | "started";
  /** The code of the execution detail that decided; empty where the step was delivered or none did. */
  reason: string;
  amount: number;
};

export type StepSums = Readonly<Record<StepOutcome, number>>;
