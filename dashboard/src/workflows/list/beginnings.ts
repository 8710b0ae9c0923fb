import { IDENTIFIER_PATTERN, type Workflow, type WorkflowInput } from "@tidings/contract";
import { draftOf } from "../draft-of.ts";
import { SAMPLES, type SampleName } from "./samples.ts";

/** What a new workflow begins with. */
export const BEGINNINGS = ["empty", "copy", "welcome", "digest", "reminder"] as const;
export type Beginning = (typeof BEGINNINGS)[number];

export const sampleOf = (beginning: Beginning) =>
  beginning in SAMPLES ? SAMPLES[beginning as SampleName] : undefined;

export const isIdentifier = (text: string): boolean => new RegExp(IDENTIFIER_PATTERN).test(text);

export type Named = { name: string; workflowId: string };

/** The workflow to create; undefined while the original is not known. */
export function inputOf(
  beginning: Beginning,
  named: Named,
  original: Workflow | undefined,
): WorkflowInput | undefined {
  const sample = sampleOf(beginning);
  if (sample) return { ...sample, ...named };
  if (beginning === "empty") return { ...named, steps: [] };
  if (!original) return undefined;
  const { steps, ...content } = draftOf(original);
  return { ...content, steps: steps.map(({ _id: _, ...step }) => step), active: false, ...named };
}
