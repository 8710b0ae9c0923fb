import type { FieldProps } from "./field-props.ts";
import { rawFormOf, rawText, valueOfRawText } from "./field-values.ts";
import { isObject } from "./json.ts";
import { JsonField, ObjectField } from "./json-field.tsx";
import { LiquidField } from "./liquid-field.tsx";
import { errorOf } from "./scalar-fields.tsx";

/** A value as it is stored: a text with Liquid where the field has another form, or JSON. */
export function RawField(props: FieldProps) {
  const { field, value, onChange } = props;
  if (rawFormOf(field, value) === "text")
    return (
      <LiquidField
        {...props}
        path={field.name}
        value={rawText(value)}
        onChange={(text) => onChange(valueOfRawText(typeof text === "string" ? text : "", field.schema))}
      />
    );
  // A length of two controls cannot be a text.
  if (field.controls.length > 1)
    return <ObjectField {...props} error={errorOf(props)} value={isObject(value) ? value : {}} />;
  return <JsonField {...props} />;
}
