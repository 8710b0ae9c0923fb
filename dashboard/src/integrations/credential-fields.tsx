import type { CredentialField } from "@tidings/contract";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Field, Select, TextArea, TextInput } from "../components/field.tsx";
import { type Draft, isBasic, isLong, isMasked } from "./credentials.ts";
import styles from "./integrations.module.css";
import { toName, words } from "./words.ts";

type FieldsProps = {
  fields: readonly CredentialField[];
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** The server's sentence, or the form's, by the name of the field. */
  errors: Readonly<Record<string, string>>;
};

/** The credentials that a provider reads; the ones that are seldom needed are folded. */
export function CredentialFields({ fields, draft, onChange, errors }: FieldsProps) {
  const drawn = (field: CredentialField) => (
    <CredentialControl
      key={field.name}
      field={field}
      value={draft[field.name] ?? ""}
      onChange={(text) => onChange({ ...draft, [field.name]: text })}
      error={errors[field.name]}
    />
  );
  const others = fields.filter((field) => !isBasic(field));
  const isOpen = others.some(({ name }) => draft[name] || errors[name]);
  return (
    <>
      {fields.filter(isBasic).map(drawn)}
      {others.length > 0 && (
        <details className={styles.more} open={isOpen || undefined}>
          <summary>{words.more}</summary>
          <div>{others.map(drawn)}</div>
        </details>
      )}
    </>
  );
}

type ControlProps = {
  field: CredentialField;
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
};

function CredentialControl({ field, value, onChange, error }: ControlProps) {
  const [stored] = useState(value);
  const hasStored = isMasked(stored);
  const label = field.isRequired ? field.label : `${field.label} (${words.optional})`;
  if (hasStored && value === stored && field.kind !== "object")
    return (
      <Field label={label} help={field.isSecret ? words.storedSecret : words.storedRest} error={error}>
        <div className={styles.secret}>
          <TextInput value={stored} onChange={onChange} readOnly isCode />
          <Button onClick={() => onChange("")} aria-label={toName(words.replace, field.label)}>
            {words.replace}
          </Button>
        </div>
      </Field>
    );
  return (
    <Field label={label} help={field.help} error={error}>
      <Control field={field} value={value} onChange={onChange} />
      {hasStored && value !== stored && (
        <Button isSmall onClick={() => onChange(stored)} aria-label={toName(words.keep, field.label)}>
          {words.keep}
        </Button>
      )}
    </Field>
  );
}

const OF_FLAG = [
  { value: "", label: words.unset },
  { value: "true", label: words.yes },
  { value: "false", label: words.no },
];

function Control({ field, ...input }: Omit<ControlProps, "error">) {
  if (field.kind === "boolean") return <Select {...input} choices={OF_FLAG} />;
  if (field.options) {
    const choices = field.options.map((option) => ({ value: option, label: option }));
    return <Select {...input} choices={[{ value: "", label: words.unset }, ...choices]} />;
  }
  if (isLong(field)) return <TextArea {...input} isCode autoComplete="off" spellCheck={false} />;
  return (
    <TextInput
      {...input}
      type={field.isSecret ? "password" : "text"}
      isCode={field.isSecret}
      autoComplete={field.isSecret ? "new-password" : "off"}
      spellCheck={false}
    />
  );
}
