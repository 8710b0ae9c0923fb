import { useState } from "react";
import { isSame } from "../../app/is-same.ts";
import { Button } from "../../components/button.tsx";
import { missingIn } from "../../timeline/rule-problems.ts";
import { ruleInWords } from "../../timeline/rule-words.ts";
import type { StepPartProps } from "../draft.ts";
import { ConditionGroups } from "./condition-groups.tsx";
import styles from "./conditions.module.css";
import { formOf } from "./read-rule.ts";
import type { Json, RuleForm } from "./rule-form.ts";
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
  const missing = missingIn(rule);
  const { skip: checkedRule } = checked?.controls.values ?? {};
  // Fields of the form say what is missing, and issues of an earlier draft say nothing about this one.
  const isChecked = missing === undefined && isSame(checkedRule, rule);
  const issues = isChecked ? (checked?.issues?.controls?.skip ?? []) : [];
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
      <p aria-live="polite">{missing ? `${missing}.` : sentenceOf(form, rule)}</p>
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

function sentenceOf(form: RuleForm | undefined, rule: Json | undefined): string {
  if (!form) return words.notShown;
  return form.items.length === 0 ? words.always : words.runsIf(ruleInWords(rule));
}
