import { useState } from "react";
import { JsonInput } from "../liquid/json-input.tsx";
import type { Json } from "./rule-form.ts";
import { words } from "./words.ts";

type RuleJsonProps = { rule: Json | undefined; onChange: (rule: Json | undefined) => void };

/** A rule as JSON. What is no JSON object stays in the field, and the rule as it was. */
export function RuleJson({ rule, onChange }: RuleJsonProps) {
  const [typed, setTyped] = useState<string>();
  const read = typed === undefined ? undefined : ruleIn(typed);
  const isTyped = typed !== undefined && (read === undefined || sameJson(read.rule, rule));
  return (
    <JsonInput
      label={words.ruleJson}
      help={words.ruleJsonHelp}
      error={isTyped && read === undefined ? words.notJson : undefined}
      value={isTyped ? typed : textOf(rule)}
      onChange={(text) => {
        setTyped(text);
        const next = ruleIn(text);
        if (next && !sameJson(next.rule, rule)) onChange(next.rule);
      }}
    />
  );
}

const textOf = (rule: Json | undefined): string => (rule === undefined ? "" : JSON.stringify(rule, null, 2));
const sameJson = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The rule in a text, undefined for an empty one; undefined if the text is no JSON object. */
function ruleIn(text: string): { rule: Json | undefined } | undefined {
  if (text.trim() === "") return { rule: undefined };
  try {
    const rule: Json = JSON.parse(text);
    const isRule = rule === true || (typeof rule === "object" && rule !== null && !Array.isArray(rule));
    return isRule ? { rule } : undefined;
  } catch {
    return undefined;
  }
}
