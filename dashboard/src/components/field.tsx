import { Field as Base } from "@base-ui/react/field";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";

type Around = {
  label: string;
  /** One sentence under the control. */
  help?: ReactNode;
  /** What is wrong with the value: of the form, or the server's sentence for this field. */
  error?: string | undefined;
  /** True: the label is only for screen readers. */
  isLabelHidden?: boolean;
};

type FieldProps = Around & {
  /** The control: `TextInput`, `TextArea`, `Select`, or another control of Base UI. */
  children: ReactNode;
};

/** A control with its label, help and error, which screen readers read with it. */
export function Field({ label, help, error, isLabelHidden, children }: FieldProps) {
  return (
    <Base.Root className={styles.field} invalid={error !== undefined}>
      <Base.Label className={isLabelHidden ? "visually-hidden" : styles.label}>{label}</Base.Label>
      {children}
      {help && <Base.Description className={styles.help}>{help}</Base.Description>}
      {error !== undefined && (
        <Base.Error match className={styles.error}>
          {error}
        </Base.Error>
      )}
    </Base.Root>
  );
}

type InputProps = Omit<ComponentProps<"input">, "className" | "value" | "defaultValue" | "onChange"> & {
  value: string;
  onChange: (value: string) => void;
  /** For ids, addresses and code. */
  isCode?: boolean;
};

export function TextInput({ isCode, onChange, ...rest }: InputProps) {
  return (
    <Base.Control
      {...rest}
      onValueChange={onChange}
      className={classNames(styles.control, isCode && styles.code)}
    />
  );
}

type AreaProps = Omit<ComponentProps<"textarea">, "className" | "value" | "onChange"> & {
  value: string;
  onChange: (value: string) => void;
  isCode?: boolean;
};

export function TextArea({ isCode, onChange, value, ...rest }: AreaProps) {
  const area = (
    <textarea
      {...rest}
      onChange={(event) => onChange(event.target.value)}
      className={classNames(styles.control, styles.area, isCode && styles.code)}
    />
  );
  return <Base.Control value={value} render={area} />;
}

export type Choice<Value extends string = string> = { value: Value; label: string };

type SelectProps<Value extends string> = {
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly Choice<Value>[];
};

/** The system's own list, for short ones. */
export function Select<Value extends string>({ value, onChange, choices }: SelectProps<Value>) {
  const select = (
    <select className={styles.control} onChange={(event) => onChange(event.target.value as Value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
  return <Base.Control value={value} render={select} />;
}
