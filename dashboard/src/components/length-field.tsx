import { TIME_UNITS, type TimeUnit } from "@tidings/contract";
import { type ReactNode, useState } from "react";
import { Field, Select, TextInput } from "./field.tsx";
import styles from "./length-field.module.css";

/** A length of time. Without an amount it is not set yet, or what was typed is no number. */
export type Length<Unit extends string = TimeUnit> = { amount?: number | undefined; unit: Unit };

type LengthProps<Unit extends string> = {
  label: string;
  value: { amount?: number | undefined; unit?: Unit | undefined } | undefined;
  onChange: (value: Length<Unit>) => void;
  /** Default: all units of a wait, seconds to months. */
  units?: readonly Unit[];
  /** What holds without a value; also the unit that is selected then. Default unit: the first. */
  placeholder?: { amount?: number; unit?: Unit };
  help?: ReactNode;
  error?: string | undefined;
  isLabelHidden?: boolean;
};

/** An amount and its unit. */
export function LengthField<Unit extends string = TimeUnit>(props: LengthProps<Unit>) {
  const { label, value, onChange, placeholder, error, ...around } = props;
  const { units = TIME_UNITS as readonly string[] as readonly Unit[], ...rest } = around;
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Unit>();
  const unit = value?.unit ?? chosen ?? placeholder?.unit ?? (units[0] as Unit);
  const amount = value?.amount;
  const shown = amountIn(typed) === amount ? typed : String(amount ?? "");
  const problem = shown.trim() !== "" && amount === undefined ? NOT_AN_AMOUNT : undefined;
  return (
    <Field label={label} error={problem ?? error} {...rest}>
      <div className={styles.length}>
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={shown}
          placeholder={placeholder?.amount === undefined ? undefined : String(placeholder.amount)}
          onChange={(text) => {
            setTyped(text);
            onChange({ amount: amountIn(text), unit });
          }}
        />
        <Field label={`${label}: unit`} isLabelHidden>
          <Select
            value={unit}
            choices={unitChoices(units, unit)}
            onChange={(next) => {
              setChosen(next);
              onChange({ amount, unit: next });
            }}
          />
        </Field>
      </div>
    </Field>
  );
}

const NOT_AN_AMOUNT = "A number above zero, such as 2 or 0.5.";

/** `2`, `0.5`; undefined for what is no number above zero. */
function amountIn(text: string): number | undefined {
  const amount = text.trim() === "" ? 0 : Number(text.trim().replace(",", "."));
  return Number.isFinite(amount) && amount > 0 ? amount : undefined;
}

/** A stored unit that is not in the list stays selected. */
function unitChoices<Unit extends string>(units: readonly Unit[], selected: Unit) {
  const all = units.includes(selected) ? units : [...units, selected];
  return all.map((unit) => ({ value: unit, label: unit }));
}
