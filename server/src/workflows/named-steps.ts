import type { StepId } from "../foundation/ids.ts";
import type { Json } from "../foundation/json.ts";
import { repeatTarget } from "./channel-options.ts";
import type { Step, TemplateReading, WorkflowReadings } from "./workflow.ts";

/** For each step, the earlier steps whose result it uses. */
export type NamedSteps = ReadonlyMap<StepId, ReadonlySet<StepId>>;

/**
 * Which earlier steps each step refers to: in `onlyIf`, `repeat`, its condition and its texts (`steps.<key>`). If
 * that
 * is not known, because a path is computed or a text could not be inspected, it counts as referring to all earlier
 * ones.
 */
export function namedSteps(
  steps: readonly Step[],
  readings: WorkflowReadings | null | undefined,
): NamedSteps {
  return new Map(
    steps.map((step, index) => {
      const named = namesOf(step, steps, readings ? (readings[index] ?? []) : undefined);
      const earlier = steps.slice(0, index).filter(({ stepKey }) => named === "all" || named.has(stepKey));
      return [step.id, new Set(earlier.map(({ id }) => id))];
    }),
  );
}

/**
 * A definition that this version of the program cannot read refers to no steps: each of its runs fails with an error.
 */
export function namedStepsIfReadable(steps: readonly Step[], readings: WorkflowReadings | null): NamedSteps {
  try {
    return namedSteps(steps, readings);
  } catch {
    return new Map();
  }
}

/** The keys that a step refers to. */
function namesOf(
  step: Step,
  steps: readonly Step[],
  texts: readonly TemplateReading[] | undefined,
): ReadonlySet<string> | "all" {
  if (texts === undefined || texts.some(({ error }) => error !== undefined)) return "all";
  const paths = [
    ...texts.flatMap(({ variables }) => variables),
    ...stringsOf(step.controlValues.skip ?? null),
  ];
  const ofSteps = paths.filter((path) => /^steps(\W|$)/.test(path)).map(plainPath);
  const named = steps.filter(({ stepKey }) => ofSteps.some((path) => isBelow(path, `steps.${stepKey}`)));
  if (ofSteps.some((path) => !/^steps\.[^[]/.test(path))) return "all";
  const { onlyIf, repeat } = step;
  const target = repeat ? repeatTarget(steps, step)?.stepKey : undefined;
  return new Set([
    ...named.map(({ stepKey }) => stepKey),
    ...[onlyIf?.step, target].filter((key) => key !== undefined),
  ]);
}

/** `steps["welcome-mail"].x` as `steps.welcome-mail.x`. */
function plainPath(path: string): string {
  return path.replaceAll(/\["([^"]*)"\]/g, ".$1");
}

function isBelow(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

function stringsOf(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(stringsOf) : [];
}
