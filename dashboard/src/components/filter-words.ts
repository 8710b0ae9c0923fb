import type { FieldFilterPart, StepFilter } from "@tidings/contract";

/** A comparison between its field and its value. */
export const FILTER_OPERATOR_WORDS: Readonly<Record<FieldFilterPart["operator"], string>> = {
  EQUAL: "is",
  NOT_EQUAL: "is not",
  LARGER: "is more than",
  LARGER_EQUAL: "is at least",
  SMALLER: "is less than",
  SMALLER_EQUAL: "is at most",
  BETWEEN: "is between",
  NOT_BETWEEN: "is not between",
  IN: "contains",
  NOT_IN: "does not contain",
  ANY_IN: "is one of",
  ALL_IN: "has all of",
  LIKE: "contains (any case)",
  NOT_LIKE: "does not contain (any case)",
};

export const FILTER_PLACE_WORDS: Readonly<Record<FieldFilterPart["on"], string>> = {
  payload: "Payload",
  subscriber: "Subscriber",
};

/** How the comparisons of a group are combined. */
export const MATCHES = ["all", "any", "not all", "none"] as const;
export type Match = (typeof MATCHES)[number];

export const MATCH_WORDS: Readonly<Record<Match, string>> = {
  all: "All of these",
  any: "At least one of these",
  "not all": "Not all of these",
  none: "None of these",
};

export function matchOf({ value, isNegated }: Pick<StepFilter, "value" | "isNegated">): Match {
  if (value === "OR") return isNegated ? "none" : "any";
  return isNegated ? "not all" : "all";
}

export const asMatch = (match: Match): Pick<StepFilter, "value" | "isNegated"> => ({
  value: match === "any" || match === "none" ? "OR" : "AND",
  isNegated: match === "none" || match === "not all",
});

/** The filters in one sentence's words: `payload.vip is “true” and subscriber.locale is “de”`. */
export function filtersInWords(filters: readonly StepFilter[]): string {
  return filters.map((filter) => groupInWords(filter, filters.length > 1)).join(", or ");
}

function groupInWords({ children, ...how }: StepFilter, isOneOfSeveral: boolean): string {
  const parts = children.map(partInWords);
  const match = matchOf(how);
  if (parts.length === 0) return "always";
  if (match === "none" || match === "not all") {
    const joined = parts.join(match === "none" ? " or " : " and ");
    return `not (${joined})`;
  }
  const joined = parts.join(match === "any" ? " or " : " and ");
  return isOneOfSeveral && parts.length > 1 ? `(${joined})` : joined;
}

const partInWords = ({ on, field, operator, value }: FieldFilterPart): string =>
  `${on}.${field} ${FILTER_OPERATOR_WORDS[operator] ?? operator} “${value}”`;
