import type { StepContentIssue } from "@tidings/contract";
import { useMemo } from "react";
import styles from "./code-field.module.css";
import { CodeField } from "./code-field.tsx";
import { liquidLanguage, type Problem, problemsOf } from "./liquid-language.ts";
import { variablesOf } from "./variable-list.ts";
import { withVariable } from "./variable-names.ts";
import { words } from "./words.ts";

export type LiquidInputProps = {
  /** The name of the control, for screen readers; the label that is seen stands around it. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  isMultiline?: boolean;
  isReadOnly?: boolean;
  placeholder?: string | undefined;
  /** JSON Schema of the variables that the text may use. */
  variables: object | undefined;
  /** What the service says about this text. */
  issues?: readonly StepContentIssue[] | undefined;
  /** The id of an element with more about it. */
  describedBy?: string | undefined;
};

/** A text with Liquid: completes variables and filters, marks what the service does not know. */
export function LiquidInput({ variables: schema, issues: given = [], ...props }: LiquidInputProps) {
  const { value, onChange, isReadOnly } = props;
  const variables = useMemo(() => variablesOf(schema), [schema]);
  const issues = useSame(given);
  const language = useMemo(() => liquidLanguage(variables, issues), [variables, issues]);
  const problems = useMemo(() => problemsOf(value, variables, issues), [value, variables, issues]);
  const said = problems.map(({ message, meant }) =>
    meant ? `${message} ${words.didYouMean} ${meant}?` : message,
  );
  return (
    <CodeField {...props} language={language} problems={said}>
      {problems.map((problem) => (
        <li key={problem.message}>
          <span>{problem.message}</span>
          {problem.meant !== undefined && !isReadOnly && (
            <Meant
              problem={problem}
              onReplace={(name) => onChange(withVariable(value, problem.name, name))}
            />
          )}
        </li>
      ))}
    </CodeField>
  );
}

/** The list as long as it says the same, so that the text is not painted anew. */
function useSame(issues: readonly StepContentIssue[]): readonly StepContentIssue[] {
  const said = JSON.stringify(issues);
  return useMemo(() => JSON.parse(said), [said]);
}

type MeantProps = { problem: Problem; onReplace: (name: string) => void };

function Meant({ problem: { meant = "", name }, onReplace }: MeantProps) {
  return (
    <span>
      {words.didYouMean}{" "}
      <button
        type="button"
        className={styles.meant}
        aria-label={words.replace(name, meant)}
        onClick={() => onReplace(meant)}
      >
        {meant}
      </button>
      ?
    </span>
  );
}
