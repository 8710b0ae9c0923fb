import { type Issues, issuesAt, sentencesOf } from "./field-props.ts";
import { type FormField, otherValues } from "./form-fields.ts";
import type { Members } from "./json.ts";
import { ObjectField } from "./json-field.tsx";
import { words } from "./words.ts";

type OtherValuesProps = {
  type: string;
  values: Members;
  onChange: (values: Record<string, unknown>) => void;
  fields: readonly FormField[];
  issues: Issues;
};

/** The values of a custom step, and those that no field shows. */
export function OtherValues({ type, values, onChange, fields, issues }: OtherValuesProps) {
  const others = otherValues(fields, values);
  const isCustom = type === "custom";
  if (!isCustom && Object.keys(others).length === 0) return null;
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(others, name)));
  return (
    <ObjectField
      label={isCustom ? words.customValues : words.other}
      help={isCustom ? words.customHelp : words.otherHelp}
      error={sentencesOf(issuesAt(issues, Object.keys(others)))}
      value={others}
      // Values that the form has fields for are not changed here.
      onChange={(next) => onChange({ ...otherValues(fields, next), ...known })}
    />
  );
}
