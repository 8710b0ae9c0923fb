import { Autocomplete } from "../../components/autocomplete.tsx";
import { Field, Select } from "../../components/field.tsx";
import { RowButtons } from "../../components/row-buttons.tsx";
import type { RowPlace } from "../../components/row-list.ts";
import styles from "./conditions.module.css";
import { operatorLabel, operatorsFor, withOperator, withVariable } from "./operators.ts";
import type { Row } from "./rule-form.ts";
import { ValueField } from "./value-field.tsx";
import type { Variable, VariableType } from "./variables.ts";
import { words } from "./words.ts";

type RowProps = {
  row: Row;
  variables: readonly Variable[];
  /** "condition 2". */
  name: string;
  place: RowPlace;
  onChange: (row: Row) => void;
};

/** One comparison: a variable, an operator, a value. */
export function ConditionRow({ row, variables, name, place, onChange }: RowProps) {
  const typeOf = (path: string): VariableType => variables.find((one) => one.path === path)?.type ?? "any";
  const type = typeOf(row.variable);
  const operators = operatorsFor(type, row.operator);
  return (
    <>
      <div>
        <Autocomplete
          label={words.variable(name)}
          options={variables.map(optionOf)}
          value={row.variable}
          placeholder={words.variableHint}
          error={row.variable === "" ? words.variableNeeded : undefined}
          onChange={(path) => onChange(withVariable(row, path, typeOf(path)))}
        />
      </div>
      <Field label={words.operator(name)} isLabelHidden>
        <Select
          value={row.operator}
          choices={operators.map((value) => ({ value, label: operatorLabel(value) }))}
          onChange={(operator) => onChange(withOperator(row, operator))}
        />
      </Field>
      <div className={styles.value}>
        <ValueField
          row={row}
          type={type}
          name={name}
          onChange={(value) => onChange({ ...withoutWritten(row), value })}
        />
      </div>
      <RowButtons place={place} name={name} />
    </>
  );
}

const optionOf = ({ path, type }: Variable) => ({
  value: path,
  label: path,
  ...(type === "any" ? {} : { hint: type }),
});

/** A changed row is written anew. */
const withoutWritten = ({ written: _, ...row }: Row): Row => row;
