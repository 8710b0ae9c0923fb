import { useId, useState } from "react";
import { Checkbox } from "../../components/checkbox.tsx";
import look from "../../components/field.module.css";
import { Field, Select, TextInput } from "../../components/field.tsx";
import { type FieldProps, issuesAt, sentencesOf } from "./field-props.ts";
import { wordsOf } from "./form-fields.ts";
import { isAbsent } from "./json.ts";
import { payloadPaths } from "./payload-paths.ts";
import { choiceWords, words } from "./words.ts";

export const errorOf = ({ field, issues }: Pick<FieldProps, "field" | "issues">): string | undefined =>
  sentencesOf(issuesAt(issues, field.controls));

/** A whole number above zero. What is typed and is none stays in the field, and the value is not set. */
export function NumberField({ field, label, help, value, onChange, issues }: FieldProps) {
  const [typed, setTyped] = useState("");
  const shown = wholeNumber(typed) === value ? typed : textOf(value);
  const hasProblem = shown.trim() !== "" && wholeNumber(shown) === undefined;
  const change = (text: string) => {
    setTyped(text);
    onChange(wholeNumber(text));
  };
  return (
    <Field label={label} help={help} error={hasProblem ? words.wholeNumber : errorOf({ field, issues })}>
      <TextInput
        value={shown}
        onChange={change}
        inputMode="numeric"
        autoComplete="off"
        placeholder={isAbsent(field.schema.default) ? undefined : textOf(field.schema.default)}
      />
    </Field>
  );
}

const textOf = (value: unknown): string => (isAbsent(value) ? "" : String(value));

function wholeNumber(text: string): number | undefined {
  const number = text.trim() === "" ? 0 : Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** One of the words of the schema. A stored word that is none of them stays selected. */
export function ChoiceField({ field, label, help, value, onChange, issues }: FieldProps) {
  const known = wordsOf(field.schema);
  const selected = textOf(value);
  const all = selected === "" || known.includes(selected) ? known : [...known, selected];
  const { default: proposed } = field.schema;
  const unset = isAbsent(proposed) ? words.byDefault : `${words.byDefault}: ${choiceWords(String(proposed))}`;
  const choices = all.map((word) => ({ value: word, label: choiceWords(word) }));
  return (
    <Field label={label} help={help} error={errorOf({ field, issues })}>
      <Select
        value={selected}
        onChange={(word) => onChange(word === "" ? undefined : word)}
        choices={[{ value: "", label: unset }, ...choices]}
      />
    </Field>
  );
}

/** True or false. */
export function SwitchField({ field, label, help, value, onChange, issues }: FieldProps) {
  const isOn = isAbsent(value) ? field.schema.default === true : value === true;
  const error = errorOf({ field, issues });
  return (
    <div className={look.field}>
      <Checkbox label={label} isChecked={isOn} onChange={onChange} />
      {help !== undefined && <p className={look.help}>{help}</p>}
      {error !== undefined && <p className={look.error}>{error}</p>}
    </div>
  );
}

/** The path of a value in the payload; the paths of its schema are proposed. */
export function PathField({ field, label, help, value, onChange, issues, variables }: FieldProps) {
  const id = useId();
  return (
    <Field label={label} help={help} error={errorOf({ field, issues })}>
      <TextInput
        value={textOf(value)}
        onChange={(text) => onChange(text === "" ? undefined : text)}
        isCode
        list={id}
        autoComplete="off"
        spellCheck={false}
        placeholder={words.pathPlaceholder}
      />
      <datalist id={id}>
        {payloadPaths(variables).map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </Field>
  );
}
