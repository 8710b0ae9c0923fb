import { AppError } from "../foundation/app-error.ts";
import { isJsonObject, type Json } from "../foundation/json.ts";
import { CONTROL_SCHEMAS } from "./control-schemas/control-schemas.ts";
import type { StepDraft } from "./define-steps.ts";

type NotYet = { control: string; isMeant: (value: Json | undefined) => boolean; what: string };

/** Controls that would change what a step does and that the engine does not heed. Heeding one takes its line away. */
const NOT_YET: readonly NotYet[] = [{ control: "layoutId", isMeant: isFilled, what: "layouts (layoutId)" }];

/** @throws AppError for a step that would be stored and then not done as it says. */
export function refuseWhatCannotRun({ name, type, controlValues }: StepDraft): void {
  if (!CONTROL_SCHEMAS[type]) throw notYet(name, `steps of the type ${type}`);
  const found = NOT_YET.find(({ control, isMeant }) => isMeant(controlValues[control]));
  if (found) throw notYet(name, found.what);
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
