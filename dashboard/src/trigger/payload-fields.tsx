import { Field, Select, TextInput } from "../components/field.tsx";
import { ParsedField } from "./parsed-field.tsx";
import { type PayloadField, valueAt, withValue } from "./payload-schema.ts";
import styles from "./trigger.module.css";
import { words } from "./words.ts";

type FieldsProps = {
  fields: readonly PayloadField[];
  payload: Record<string, unknown>;
  onChange: (payload: Record<string, unknown>) => void;
};

/** The members of the payload that the workflow's schema names. Others stay as they are. */
export function PayloadFields({ fields, payload, onChange }: FieldsProps) {
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <PayloadFieldControl
          key={field.name}
          field={field}
          value={valueAt(payload, field.path)}
          onChange={(value) => onChange(withValue(payload, field.path, value))}
        />
      ))}
    </div>
  );
}

type ControlProps = { field: PayloadField; value: unknown; onChange: (value: unknown) => void };

function PayloadFieldControl({ field, value, onChange }: ControlProps) {
  const { kind, choices, help, name } = field;
  const label = field.isRequired ? `${name} (${words.required})` : name;
  if (kind === "text" && (value === undefined || typeof value === "string"))
    return (
      <Field label={label} help={help}>
        <TextInput value={value ?? ""} onChange={(text) => onChange(text === "" ? undefined : text)} />
      </Field>
    );
  if (kind === "choice" || kind === "boolean") {
    const options =
      kind === "choice"
        ? choices.map((one) => ({ value: one, label: one }))
        : [
            { value: "true", label: words.yes },
            { value: "false", label: words.no },
          ];
    const parsed = (text: string) => (kind === "boolean" ? text === "true" : text);
    return (
      <Field label={label} help={help}>
        <Select
          value={value === undefined ? "" : String(value)}
          onChange={(text) => onChange(text === "" ? undefined : parsed(text))}
          choices={[{ value: "", label: words.noValue }, ...options]}
        />
      </Field>
    );
  }
  const isArea = kind !== "number";
  return <ParsedField {...{ label, help, value, onChange, isArea, ...WAYS[isArea ? "json" : "number"] }} />;
}

/** What cannot be read yet stays a text, so that nothing is lost: the server says what is wrong with it. */
const WAYS = {
  number: {
    parse: (text: string) => (text.trim() === "" ? undefined : numberIn(text)),
    textOf: (value: unknown) => (value === undefined ? "" : String(value)),
  },
  json: {
    parse: (text: string) => (text.trim() === "" ? undefined : jsonIn(text)),
    textOf: (value: unknown) => {
      if (value === undefined) return "";
      return typeof value === "string" ? value : JSON.stringify(value, null, 2);
    },
  },
};

function numberIn(text: string): unknown {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
