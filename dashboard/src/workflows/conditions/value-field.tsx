import { CONDITION_UNITS } from "@tidings/contract";
import { useState } from "react";
import { Field, Select, TextArea, TextInput } from "../../components/field.tsx";
import { LengthField } from "../../components/length-field.tsx";
import styles from "./conditions.module.css";
import { scalarIn, scalarsIn } from "./operators.ts";
import { ROW_OPERATORS, type Row, type Scalar, type Span, type Value } from "./rule-form.ts";
import type { VariableType } from "./variables.ts";
import { words } from "./words.ts";

type ValueFieldProps = {
  row: Row;
  type: VariableType;
  /** "condition 2". */
  name: string;
  onChange: (value: Value) => void;
};

/** What a variable is compared with; nothing for operators about the variable alone. */
export function ValueField({ row: { operator, value }, type, name, onChange }: ValueFieldProps) {
  const kind = ROW_OPERATORS[operator];
  if (kind === "none") return null;
  if (kind === "span")
    return (
      <LengthField
        label={words.length(name)}
        isLabelHidden
        error={(value as Span).amount === undefined ? words.lengthNeeded : undefined}
        value={value as Span}
        units={CONDITION_UNITS}
        onChange={({ amount, unit }) => onChange({ amount, unit })}
      />
    );
  if (kind === "list")
    return (
      <ListField
        label={words.value(name)}
        values={value as readonly Scalar[]}
        type={type}
        onChange={onChange}
      />
    );
  if (kind === "scalar") {
    const isTruth =
      (operator === "==" || operator === "!=") && (typeof value === "boolean" || isNew(value, type));
    const shared = { label: words.value(name), value: value as Scalar, onChange };
    return isTruth ? (
      <TruthField {...shared} />
    ) : (
      <ScalarField {...shared} type={type} hint={words.valueHint} />
    );
  }
  return <RangeField name={name} values={value as readonly Scalar[]} type={type} onChange={onChange} />;
}

type RangeProps = Pick<ValueFieldProps, "type" | "name" | "onChange"> & { values: readonly Scalar[] };

function RangeField({ name, values: [low = "", high = ""], type, onChange }: RangeProps) {
  return (
    <div className={styles.range}>
      <ScalarField
        label={words.low(name)}
        value={low}
        type={type}
        hint={words.lowHint}
        onChange={(to) => onChange([to, high])}
      />
      <ScalarField
        label={words.high(name)}
        value={high}
        type={type}
        hint={words.highHint}
        onChange={(to) => onChange([low, to])}
      />
    </div>
  );
}

const isNew = (value: Value, type: VariableType): boolean => type === "boolean" && value === "";

type OneProps = { label: string; value: Scalar; onChange: (value: Scalar) => void };

const TRUTHS = [
  { value: "true", label: words.true },
  { value: "false", label: words.false },
];

function TruthField({ label, value, onChange }: OneProps) {
  return (
    <Field label={label} isLabelHidden>
      <Select
        value={String(value)}
        choices={value === "" ? [{ value: "", label: "" }, ...TRUTHS] : TRUTHS}
        onChange={(text) => onChange(text === "true")}
      />
    </Field>
  );
}

function ScalarField({
  label,
  value,
  type,
  hint,
  onChange,
}: OneProps & { type: VariableType; hint: string }) {
  return (
    <Field label={label} isLabelHidden>
      <TextInput
        value={String(value)}
        placeholder={hint}
        autoComplete="off"
        onChange={(text) => onChange(scalarIn(text, type, value))}
      />
    </Field>
  );
}

type ListProps = {
  label: string;
  values: readonly Scalar[];
  type: VariableType;
  onChange: (values: readonly Scalar[]) => void;
};

/** Keeps the empty lines of typing, which are no values. */
function ListField({ label, values, type, onChange }: ListProps) {
  const [typed, setTyped] = useState("");
  const written = values.map(String);
  const isTyped = JSON.stringify(typed.split("\n").filter(Boolean)) === JSON.stringify(written);
  return (
    <Field label={label} isLabelHidden>
      <TextArea
        value={isTyped ? typed : written.join("\n")}
        placeholder={words.listHint}
        rows={Math.min(Math.max(values.length + 1, 2), 8)}
        onChange={(text) => {
          setTyped(text);
          onChange(scalarsIn(text, type, values));
        }}
      />
    </Field>
  );
}
