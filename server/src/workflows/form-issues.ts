import { objectValueAt } from "../foundation/json-path.ts";
import { type ControlIssue, illegal, missingValues } from "./control-issues.ts";
import { isNeverLink } from "./link.ts";
import { notRun } from "./runnable-step.ts";
import type { Step } from "./workflow.ts";

/** Issues with the control values of a step and of its variants. */
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

/** Links of an in-app step that would make every run fail. */
function unusableLinks({ type, controlValues }: Step): ControlIssue[] {
  if (type !== "in_app") return [];
  return LINKS.flatMap((path) => {
    const url = objectValueAt(controlValues, path);
    if (typeof url !== "string" || !isNeverLink(url)) return [];
    const message = "The link must begin with https://, http:// or one /, and have no spaces or backslashes";
    return [illegal(path, message)];
  });
}

/** Only in versions that were stored before these controls were refused. */
function notRunYet(form: Step): ControlIssue[] {
  return notRun(form).map(({ control, what }) => illegal(control, `This version does not support ${what}`));
}
