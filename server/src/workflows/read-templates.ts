import type { JsonObject } from "../foundation/json.ts";
import type { Inspection, InspectTexts } from "../templates/inspect-texts.ts";
import { findTemplateStrings, type TemplateString } from "../templates/template-strings.ts";
import { controlSchemaOf } from "./control-schemas/control-schemas.ts";
import type { Step, TemplateReading, Workflow, WorkflowReadings } from "./workflow.ts";

/** A step, or a draft of one. */
type Readable = Pick<Step, "type" | "controlValues"> & {
  variants?: readonly { controlValues: JsonObject }[];
};
type Previous = Pick<Workflow, "definition" | "readings">;

/**
 * Inspects the templates of each step, in the order of the steps.
 * @param previous a version whose readings are reused for equal texts.
 */
export async function readTemplates(
  inspectTexts: InspectTexts,
  environmentId: string,
  steps: readonly Readable[],
  previous?: Previous,
): Promise<WorkflowReadings> {
  const leaves = steps.map(templateStringsOfForms);
  const inspections = knownInspections(previous);
  const texts = new Set(leaves.flat().map(({ text }) => text));
  const unknown = [...texts].filter((text) => !inspections.has(text));
  if (unknown.length > 0) {
    const inspected = await inspectTexts(environmentId, unknown);
    for (const [index, text] of unknown.entries()) inspections.set(text, inspected[index] as Inspection);
  }
  const readingOf = ({ path, text }: TemplateString) =>
    ({ path, ...inspections.get(text) }) as TemplateReading;
  return leaves.map((own) => own.map(readingOf));
}

/** Earlier inspections by text. A text with an error is inspected again: the error may have been a timeout. */
function knownInspections(previous: Previous | undefined): Map<string, Inspection> {
  const known = new Map<string, Inspection>();
  for (const [index, readings] of (previous?.readings ?? []).entries()) {
    const step = previous?.definition.steps[index];
    const texts = new Map(step ? templateStringsOfForms(step).map(({ path, text }) => [path, text]) : []);
    for (const { path, error, ...inspection } of readings) {
      const text = texts.get(path);
      if (text !== undefined && error === undefined) known.set(text, inspection);
    }
  }
  return known;
}

/** The templates of the step and of its variants. */
function templateStringsOfForms({ type, controlValues, variants = [] }: Readable): TemplateString[] {
  const ofVariants = variants.flatMap((variant, place) =>
    templateStringsOf(type, variant.controlValues).map((templateString) => ({
      ...templateString,
      path: `variants.${place}.${templateString.path}`,
    })),
  );
  return [...templateStringsOf(type, controlValues), ...ofVariants];
}

/** Only controls of the schema are rendered; other controls are not templates. */
function templateStringsOf(type: Step["type"], controlValues: JsonObject): TemplateString[] {
  const { properties } = controlSchemaOf(type).dataSchema;
  const known = Object.entries(controlValues).filter(
    ([name]) => name !== "skip" && (type === "custom" || Object.hasOwn(properties, name)),
  );
  return findTemplateStrings(Object.fromEntries(known) as JsonObject) ?? [];
}
