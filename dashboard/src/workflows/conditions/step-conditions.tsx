import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ruleInWords } from "../../timeline/rule-words.ts";
import type { StepPartProps } from "../draft.ts";
import { ConditionGroups } from "./condition-groups.tsx";
import styles from "./conditions.module.css";
import { formOf } from "./read-rule.ts";
import type { Item, Json, RuleForm } from "./rule-form.ts";
import { RuleJson } from "./rule-json.tsx";
import { variablesOf } from "./variables.ts";
import { words } from "./words.ts";
import { ruleOf } from "./write-rule.ts";

/** The rule in `skip`, which says when the step RUNS: in words, and as a form, or as JSON. */
export function StepConditions({ step, checked, onChange }: StepPartProps) {
  const [isJson, setJson] = useState(false);
  const { skip, ...values } = step.controlValues ?? {};
  const rule = skip as Json | undefined;
  const form = formOf(rule);
  const change = (next: Json | undefined): void =>
    onChange({ controlValues: next === undefined ? values : { ...step.controlValues, skip: next } });
  const isIncomplete = form?.items.some(isUnnamed) === true;
  const issues = isIncomplete ? [] : (checked?.issues?.controls?.skip ?? []);
  return (
    <section className={styles.part} aria-label={words.conditions}>
      <div className={styles.head}>
        <h3>{words.conditions}</h3>
        {form && (
          <Button kind="quiet" isSmall onClick={() => setJson(!isJson)}>
            {isJson ? words.asForm : words.asJson}
          </Button>
        )}
      </div>
      <p aria-live="polite">{isIncomplete ? words.incomplete : sentenceOf(form, rule)}</p>
      {form && !isJson ? (
        <ConditionGroups
          form={form}
          variables={variablesOf(checked?.variables)}
          onChange={(next) => change(ruleOf(next))}
        />
      ) : (
        <RuleJson
          rule={rule}
          onChange={(next) => {
            setJson(true);
            change(next);
          }}
        />
      )}
      {issues.map(({ message }) => (
        <p key={message} className={styles.issue}>
          {message}
        </p>
      ))}
    </section>
  );
}

function isUnnamed(item: Item): boolean {
  return item.kind === "row" ? item.variable === "" : item.rows.some(isUnnamed);
}

function sentenceOf(form: RuleForm | undefined, rule: Json | undefined): string {
  if (!form) return words.notShown;
  return form.items.length === 0 ? words.always : words.runsIf(ruleInWords(rule));
}
