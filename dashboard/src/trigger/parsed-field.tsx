import { useState } from "react";
import { Field, TextArea, TextInput } from "../components/field.tsx";

type ParsedFieldProps = {
  label: string;
  help?: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
  /** The value of a text; undefined if it has none (yet). */
  parse: (text: string) => unknown;
  textOf: (value: unknown) => string;
  isArea?: boolean;
};

/** A field whose text stays as it was typed, while its value is what the text means: `1.` is 1. */
export function ParsedField({ label, help, value, onChange, parse, textOf, isArea }: ParsedFieldProps) {
  const [text, setText] = useState(textOf(value));
  const isSame = JSON.stringify(parse(text)) === JSON.stringify(value);
  const shown = isSame ? text : textOf(value);
  const change = (typed: string): void => {
    setText(typed);
    onChange(parse(typed));
  };
  return (
    <Field label={label} help={help}>
      {isArea ? (
        <TextArea value={shown} onChange={change} isCode spellCheck={false} rows={3} />
      ) : (
        <TextInput value={shown} onChange={change} inputMode="decimal" isCode />
      )}
    </Field>
  );
}
