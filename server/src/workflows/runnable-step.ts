import type { StepType } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";
import { isBlockBody } from "./block-body.ts";
import { CONTROL_SCHEMAS } from "./control-schemas/control-schemas.ts";
import type { StepDraft } from "./step-draft.ts";

/** `type` is the only type of step that the control concerns; all, where it is left out. */
type NotYet = {
  control: string;
  type?: StepType;
  isMeant: (controls: JsonObject) => boolean;
  what: string;
};

/** Controls that would change what a step does and that the engine does not heed. Heeding one takes its line away. */
const NOT_YET: readonly NotYet[] = [
  { control: "layoutId", isMeant: ({ layoutId }) => isFilled(layoutId), what: "layouts (layoutId)" },
  {
    ...{ control: "body", type: "email", isMeant: isBlockBody },
    what: 'documents of the block editor (editorType "block"); write the body as HTML, with editorType "html"',
  },
];

/** @throws AppError for a step that would be stored and then not done as it says, also in one of its variants. */
export function refuseWhatCannotRun({ name, type, controlValues, variants = [] }: StepDraft): void {
  if (!CONTROL_SCHEMAS[type]) throw notYet(name, `steps of the type ${type}`);
  for (const values of [controlValues, ...variants.map((variant) => variant.controlValues)]) {
    const found = notRun({ type, controlValues: values })[0];
    if (found) throw notYet(name, found.what);
  }
}

/** What the engine does not heed of a step: the controls, and what they ask for. */
export function notRun({ type, controlValues }: { type: StepType; controlValues: JsonObject }): NotYet[] {
  return NOT_YET.filter(({ type: only = type, isMeant }) => only === type && isMeant(controlValues));
}

function notYet(name: string, what: string): AppError {
  return new AppError(
    "bad_request",
    `The step "${name}" cannot be stored: this version does not run ${what}`,
  );
}

function isFilled(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return false;
  return !isJsonObject(value) || Object.keys(value).length > 0;
}
