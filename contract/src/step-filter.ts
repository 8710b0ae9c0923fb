import { type Static, Type } from "typebox";
import { line, prose } from "./fields.ts";
import { words } from "./vocabulary.ts";

export const FILTER_TYPES = [
  "BOOLEAN",
  "TEXT",
  "DATE",
  "NUMBER",
  "STATEMENT",
  "LIST",
  "MULTI_LIST",
  "GROUP",
] as const;

export const FILTER_OPERATORS = [
  "LARGER",
  "SMALLER",
  "LARGER_EQUAL",
  "SMALLER_EQUAL",
  "EQUAL",
  "NOT_EQUAL",
  "ALL_IN",
  "ANY_IN",
  "NOT_IN",
  "BETWEEN",
  "NOT_BETWEEN",
  "LIKE",
  "NOT_LIKE",
  "IN",
] as const;

/** One comparison of a step filter (specification: FieldFilterPart). */
export const FieldFilterPart = Type.Object(
  {
    field: line("Path of the field, dot-separated."),
    value: prose("Value to compare with."),
    operator: words(FILTER_OPERATORS),
    on: words(["subscriber", "payload"], { description: "Where the field is." }),
  },
  { title: "FieldFilterPart", description: "One comparison of a filter." },
);
export type FieldFilterPart = Static<typeof FieldFilterPart>;

/** A group of comparisons (specification: StepFilter), used by integrations and steps. */
export const StepFilter = Type.Object(
  {
    isNegated: Type.Boolean({ description: "True: the filter passes when its comparisons do not." }),
    type: words(FILTER_TYPES),
    value: words(["AND", "OR"], { description: "How the comparisons are combined." }),
    children: Type.Array(FieldFilterPart),
  },
  { title: "StepFilter", description: "Comparisons that decide whether something applies." },
);
export type StepFilter = Static<typeof StepFilter>;
