import type { Match } from "../../components/filter-words.ts";
import type { Group, Item, Json, Row, RuleForm, Value } from "./rule-form.ts";

/** The rule that a form says; undefined for a form without conditions. Rows that were not changed stay as they were written. */
export function ruleOf({ match, items }: RuleForm): Json | undefined {
  const [first] = items;
  if (first === undefined) return undefined;
  if (items.length === 1 && first.kind === "row" && match === "all") return writtenRow(first);
  return combined(match, items.map(writtenItem));
}

const writtenItem = (item: Item): Json => (item.kind === "row" ? writtenRow(item) : writtenGroup(item));
const writtenGroup = ({ match, rows }: Group): Json => combined(match, rows.map(writtenRow));

function combined(match: Match, conditions: readonly Json[]): Json {
  const group = { [match === "any" || match === "none" ? "or" : "and"]: conditions };
  return match === "none" || match === "not all" ? { "!": group } : group;
}

function writtenRow({ variable, operator, value, written }: Row): Json {
  if (written !== undefined) return written;
  const subject = { var: variable };
  return { [operator]: value === undefined ? [subject] : [subject, writtenValue(value)] };
}

function writtenValue(value: NonNullable<Value>): Json {
  if (typeof value !== "object" || Array.isArray(value)) return value as Json;
  const { amount = "", unit } = value as { amount: number | undefined; unit: string };
  return { amount, unit };
}
