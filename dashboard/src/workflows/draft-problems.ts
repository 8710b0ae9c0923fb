import type { FieldProblem } from "../app/refused-fields.ts";

/** What to do about a field of a draft that the service refuses, in the words of the editor; undefined for other fields. */
export function draftProblem({ field, message }: FieldProblem): string | undefined {
  const path = field.replace(/^workflow\./, "");
  if (!message.endsWith(" should not be empty")) return undefined;
  if (path === "name") return "The workflow has no name. Type one under Settings.";
  const [, step] = /^steps\.(\d+)\.name$/.exec(path) ?? [];
  return step === undefined
    ? undefined
    : `Step ${Number(step) + 1} has no name. Type one in “Name of the step”.`;
}
