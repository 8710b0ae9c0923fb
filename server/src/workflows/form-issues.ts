import { objectValueAt } from "../foundation/json-path.ts";
import { type ControlIssue, illegal, missingValues } from "./control-issues.ts";
import { isNeverLink } from "./link.ts";
import { notRun } from "./runnable-step.ts";
import type { Step } from "./workflow.ts";

/** What is wrong with the forms of a step: its own, and those of its variants, since each may take its place. */
export function formIssues(step: Step): ControlIssue[] {
  const ofVariants = (step.variants ?? []).flatMap(({ controlValues }, place) =>
    issuesOf({ ...step, controlValues }).map((found) => ({
      ...found,
      control: `variants.${place}.${found.control}`,
    })),
  );
  return [...issuesOf(step), ...ofVariants];
}

function issuesOf(form: Step): ControlIssue[] {
  return [...missingValues(form), ...unusableLinks(form), ...notRunYet(form)];
}

const LINKS = ["redirect.url", "primaryAction.redirect.url", "secondaryAction.redirect.url"];

/** Links of an in-app step with which every run would fail. */
function unusableLinks({ type, controlValues }: Step): ControlIssue[] {
  if (type !== "in_app") return [];
  return LINKS.flatMap((path) => {
    const url = objectValueAt(controlValues, path);
    if (typeof url !== "string" || !isNeverLink(url)) return [];
    const message = "The link must begin with https://, http:// or one /, and have no spaces or backslashes";
    return [illegal(path, message)];
  });
}

/** Only in versions that were written before it was refused. */
function notRunYet(form: Step): ControlIssue[] {
  return notRun(form).map(({ control, what }) => illegal(control, `This version does not run ${what}`));
}
