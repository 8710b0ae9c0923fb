import type { FormField } from "./form-fields.ts";
import { isAbsent, type Members } from "./json.ts";
import type { Way } from "./ways.ts";

/** Seldom needed; folded under "More settings". */
const FOLDED = [
  "avatar",
  "data",
  "editorType",
  "layoutId",
  "disableOutputSanitization",
  "lookBackWindow",
  "slidingCap",
  "maxEvents",
  "gracePeriod",
];
/** By a control: the ways with which the service reads it, where it does not with all. */
const WAYS_OF: Readonly<Record<string, readonly string[]>> = {
  lookBackWindow: ["amount"],
  slidingCap: ["amount"],
  maxEvents: ["amount"],
  gracePeriod: ["dynamicKey", "delayPath"],
};
/** Not supported yet by the service. */
const UNSUPPORTED = ["layoutId"];

type Chosen = { values: Members; ways: readonly Way[]; way: Way | undefined };

/** Where each field stands. */
export type Places = {
  main: readonly FormField[];
  folded: readonly FormField[];
  /** They have values, which the service does not read with the way that is chosen. */
  unused: readonly FormField[];
};

/** The fields of the chosen way first, then the others. Each field that has a value is somewhere. */
export function placesOf(fields: readonly FormField[], { values, ways, way }: Chosen): Places {
  const needs = ways.flatMap((one) => one.needs);
  const isNeeded = ({ name }: FormField) => way?.needs.includes(name) === true;
  const hasValue = ({ controls }: FormField) => controls.some((name) => !isAbsent(values[name]));
  const isOfUse = ({ name }: FormField) =>
    !UNSUPPORTED.includes(name) && (way === undefined || (WAYS_OF[name]?.includes(way.name) ?? true));
  // The choice of a way changes its type.
  const others = fields.filter(
    ({ name, drawn }) =>
      drawn !== "conditions" && !needs.includes(name) && !(ways.length > 0 && name === "type"),
  );
  const shown = others.filter((field) => hasValue(field) || isOfUse(field));
  return {
    main: [...fields.filter(isNeeded), ...shown.filter(({ name }) => !FOLDED.includes(name))],
    folded: shown.filter(({ name }) => FOLDED.includes(name)),
    unused: fields.filter((field) => needs.includes(field.name) && !isNeeded(field) && hasValue(field)),
  };
}
