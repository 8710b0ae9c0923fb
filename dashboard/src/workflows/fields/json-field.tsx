import { useState } from "react";
import { useMay } from "../../app/environment.tsx";
import { JsonInput } from "../liquid/json-input.tsx";
import type { FieldProps } from "./field-props.ts";
import { isObject, jsonOrText, type Members, textOfJson } from "./json.ts";
import { errorOf } from "./scalar-fields.tsx";
import { words } from "./words.ts";

/** A value as JSON. What is no JSON yet is a text in the draft, so that nothing typed is lost. */
export function JsonField({ field, label, help, value, onChange, issues }: FieldProps) {
  const mayManage = useMay("manage");
  const [typed, setTyped] = useState("");
  const shown = isSameJson(jsonOrText(typed), value) ? typed : textOfJson(value ?? undefined);
  const isText = typeof jsonOrText(shown) === "string";
  return (
    <JsonInput
      label={label}
      help={help}
      error={isText ? words.notJson : errorOf({ field, issues })}
      value={shown}
      isReadOnly={!mayManage}
      onChange={(text) => {
        setTyped(text);
        onChange(jsonOrText(text));
      }}
    />
  );
}

type ObjectProps = {
  label: string;
  help: string | undefined;
  error?: string | undefined;
  value: Members;
  onChange: (value: Members) => void;
};

/** An object as JSON. While the text is none, the object stays as it was. */
export function ObjectField({ label, help, error, value, onChange }: ObjectProps) {
  const mayManage = useMay("manage");
  const [typed, setTyped] = useState<string>();
  const parsed = typed === undefined ? value : objectOrText(typed);
  const isShown = !isObject(parsed) || isSameJson(parsed, value);
  const shown = typed !== undefined && isShown ? typed : textOfJson(value);
  return (
    <JsonInput
      label={label}
      help={help}
      error={isObject(parsed) ? error : words.notObject}
      value={shown}
      isReadOnly={!mayManage}
      onChange={(text) => {
        setTyped(text);
        const next = objectOrText(text);
        if (isObject(next)) onChange(next);
      }}
    />
  );
}

const objectOrText = (text: string): unknown => (text.trim() === "" ? {} : jsonOrText(text));
const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
