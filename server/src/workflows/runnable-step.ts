import type { StepType } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";
import { isBlockBody } from "./block-body.ts";
import { CONTROL_SCHEMAS } from "./control-schemas/control-schemas.ts";
import type { StepDraft } from "./step-draft.ts";

/** `type` limits the entry to one step type; without it, the entry applies to all. */
type NotYet = {
  control: string;
  type?: StepType;
  isMeant: (controls: JsonObject) => boolean;
  what: string;
};

/** Controls that the engine does not support yet; remove an entry once it does. */
const NOT_YET: readonly NotYet[] = [
  { control: "layoutId", isMeant: ({ layoutId }) => isFilled(layoutId), what: "layouts (layoutId)" },
  {
    control: "body",
    type: "email",
    isMeant: isBlockBody,
    what: 'documents of the block editor (editorType "block"); write the body as HTML, with editorType "html"',
  },
];

/**
 * @throws AppError bad_request if a step or one of its variants uses a type or control that the engine does not
 * support.
 */
export function refuseWhatCannotRun({ name, type, controlValues, variants = [] }: StepDraft): void {
  if (!CONTROL_SCHEMAS[type]) throw notYet(name, `steps of the type ${type}`);
  for (const values of [controlValues, ...variants.map((variant) => variant.controlValues)]) {
    const found = notRun({ type, controlValues: values })[0];
    if (found) throw notYet(name, found.what);
  }
}

/** The controls of a step that the engine does not support. */
export function notRun({ type, controlValues }: { type: StepType; controlValues: JsonObject }): NotYet[] {
  return NOT_YET.filter(({ type: only = type, isMeant }) => only === type && isMeant(controlValues));
}

function notYet(name: string, what: string): AppError {
  return new AppError(
    "bad_request",
    `The step "${name}" cannot be stored: this version does not support ${what}`,
  );
}

function isFilled(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return false;
  return !isJsonObject(value) || Object.keys(value).length > 0;
}
