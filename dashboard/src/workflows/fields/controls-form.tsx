import type { ControlsMetadata } from "@tidings/contract";
import { useState } from "react";
import look from "../../components/field.module.css";
import type { FieldProps, Issues } from "./field-props.ts";
import { FieldView } from "./field-view.tsx";
import styles from "./fields.module.css";
import { changesOf, type FormField, fieldValue, formFieldsOf } from "./form-fields.ts";
import { isAbsent, isObject, type Members, withChanges } from "./json.ts";
import { OtherValues } from "./other-values.tsx";
import { placesOf } from "./places.ts";
import { WayChoice } from "./way-choice.tsx";
import { currentWay, waysOf } from "./ways.ts";
import { helpOf, labelOf, neededSentence, words } from "./words.ts";

export type ControlsFormProps = {
  /** The type of the step. */
  type: string;
  controls: Pick<ControlsMetadata, "dataSchema" | "uiSchema">;
  values: Members;
  onChange: (values: Record<string, unknown>) => void;
  issues: Issues;
  /** JSON Schema of the variables that texts may use. */
  variables: object | undefined;
};

/** The form of a step's control values, or of those of a variant. Values without a field stay as they are. */
export function ControlsForm(props: ControlsFormProps) {
  const { type, controls, values, onChange, issues } = props;
  const fields = formFieldsOf(controls.dataSchema, controls.uiSchema);
  const ways = waysOf(controls.dataSchema);
  const way = currentWay(ways, values);
  const { main, folded, unused } = placesOf(fields, { values, ways, way });
  // Only at first: what is emptied must not disappear under the hands.
  const [isOpen] = useState(() => [...folded, ...unused].some((field) => isOfUse(field, props)));
  const change = (changes: Members) => onChange(withChanges(values, changes));
  const drawn = (field: FormField, help?: string) => (
    <Control key={field.name} field={field} form={props} onChange={change} help={help} />
  );
  const needed = ways.length === 0 ? neededSentence(type, controls.dataSchema) : undefined;
  return (
    <div className={styles.form}>
      {way && <WayChoice type={type} ways={ways} way={way} values={values} onChange={change} />}
      {needed !== undefined && <p className={look.help}>{needed}</p>}
      {main.map((field) => drawn(field))}
      {folded.length + unused.length > 0 && (
        <details className={styles.more} open={isOpen || undefined}>
          <summary>{words.more}</summary>
          <div className={styles.form}>
            {folded.map((field) => drawn(field))}
            {unused.map((field) => drawn(field, words.unused))}
          </div>
        </details>
      )}
      <OtherValues type={type} values={values} onChange={onChange} fields={fields} issues={issues} />
    </div>
  );
}

/** Whether a field has a value, or something is wrong with it. */
const isOfUse = ({ controls }: FormField, { values, issues }: ControlsFormProps): boolean =>
  controls.some((name) => !isEmpty(values[name]) || issues[name]);

const isEmpty = (value: unknown): boolean =>
  isAbsent(value) || value === false || (isObject(value) && Object.keys(value).length === 0);

type ControlProps = {
  field: FormField;
  form: ControlsFormProps;
  onChange: (changes: Members) => void;
  help?: string | undefined;
};

function Control({ field, form, onChange, help }: ControlProps) {
  const { type, values, issues, variables } = form;
  const own: FieldProps = {
    field,
    label: labelOf(type, field.name),
    help: help ?? helpOf(field.name, field.schema),
    value: fieldValue(field, values),
    onChange: (value) => onChange(changesOf(field, value)),
    issues,
    variables,
  };
  return <FieldView {...own} />;
}
