import type { WorkflowStep } from "@tidings/contract";
import { kindOf } from "../../timeline/words.ts";

type Issue = { message: string; variableName?: string };

/** All issues of a step: of its controls, then of its integration. */
export function issuesOf(step: Pick<WorkflowStep, "issues"> | undefined): readonly Issue[] {
  const { controls = {} } = step?.issues ?? {};
  return [...Object.values(controls).flat(), ...integrationIssuesOf(step)];
}

/** The issues of a step's integration; the service writes the channel as in the API. */
export function integrationIssuesOf(step: Pick<WorkflowStep, "issues"> | undefined): readonly Issue[] {
  return Object.entries(step?.issues?.integration ?? {}).flatMap(([channel, found]) =>
    found.map(({ issueType, message }) => ({
      message: issueType === "MISSING_INTEGRATION" ? `Nothing is connected for ${kindOf(channel)}` : message,
    })),
  );
}

/** How many issues the parts of a step's editor have; those of its integration are above all parts. */
export function countsByPart(step: Pick<WorkflowStep, "issues"> | undefined) {
  const counts = { content: 0, when: 0, delivery: 0, variants: 0 };
  for (const [path, found] of Object.entries(step?.issues?.controls ?? {}))
    counts[partOf(path)] += found.length;
  return counts;
}

function partOf(path: string): "content" | "when" | "variants" {
  if (path.startsWith("variants.")) return "variants";
  return /^skip\b/.test(path) ? "when" : "content";
}
