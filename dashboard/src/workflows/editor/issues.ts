import type { WorkflowStep } from "@tidings/contract";

type Issue = { message: string; variableName?: string };

/** All issues of a step: of its controls, then of its integration. */
export function issuesOf(step: Pick<WorkflowStep, "issues"> | undefined): readonly Issue[] {
  const { controls = {}, integration = {} } = step?.issues ?? {};
  return [...Object.values(controls), ...Object.values(integration)].flat();
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
