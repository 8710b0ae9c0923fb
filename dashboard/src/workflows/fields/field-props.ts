import type { StepContentIssue, WorkflowStep } from "@tidings/contract";
import type { FormField } from "./form-fields.ts";

/** What every kind of field gets. */
export type FieldProps = {
  field: FormField;
  label: string;
  help: string | undefined;
  value: unknown;
  /** Undefined removes the value. */
  onChange: (value: unknown) => void;
  /** What the service says about the value, by the path in the controls: `redirect.url`. */
  issues: Issues;
  /** JSON Schema of the variables that texts may use. */
  variables: object | undefined;
};

/** Issues of a form by the path of the value. */
export type Issues = Readonly<Record<string, readonly StepContentIssue[]>>;

/** The issues at these paths, and at what is in them. */
export function issuesAt(issues: Issues, paths: readonly string[]): readonly StepContentIssue[] {
  const own = Object.entries(issues).filter(([path]) =>
    paths.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`)),
  );
  return own.flatMap(([, found]) => found);
}

/** The sentences of issues, each once; undefined if there are none. */
export const sentencesOf = (found: readonly { message: string }[]): string | undefined =>
  [...new Set(found.map(({ message }) => message))].join(". ") || undefined;

/** The issues under a prefix such as `variants.0.`, as those of a form of its own. */
export function issuesUnder(issues: Issues, prefix: string): Issues {
  const own = Object.entries(issues).filter(([path]) => path.startsWith(prefix));
  return Object.fromEntries(own.map(([path, found]) => [path.slice(prefix.length), found]));
}

/** The issues of a step's own values; those of its variants stand there. */
export function issuesOfContent({ issues }: Pick<WorkflowStep, "issues">): Issues {
  const all = Object.entries(issues?.controls ?? {});
  return Object.fromEntries(all.filter(([path]) => !path.startsWith("variants.")));
}
