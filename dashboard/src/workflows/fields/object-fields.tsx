import look from "../../components/field.module.css";
import { Field, Select } from "../../components/field.tsx";
import { LengthField as LengthInput } from "../../components/length-field.tsx";
import type { FieldProps } from "./field-props.ts";
import { changedLength, withMember } from "./field-values.ts";
import styles from "./fields.module.css";
import { propertiesOf, schemaAt, wordsOf } from "./form-fields.ts";
import { isAbsent, isObject, type Members } from "./json.ts";
import { LiquidField } from "./liquid-field.tsx";
import { errorOf } from "./scalar-fields.tsx";
import { choiceWords, words } from "./words.ts";

/** An amount and its unit: two controls of a step, or one control that is an object of both. */
export function LengthField({ field, label, help, value, onChange, issues }: FieldProps) {
  const { amount, unit } = isObject(value) ? value : {};
  const isPair = field.controls.length > 1;
  return (
    <LengthInput<string>
      label={label}
      help={help}
      error={errorOf({ field, issues })}
      value={{
        amount: isAbsent(amount) ? undefined : Number(amount),
        unit: typeof unit === "string" && unit !== "" ? unit : undefined,
      }}
      {...(field.units.length > 0 ? { units: field.units } : {})}
      {...(field.unitPlaceholder === undefined ? {} : { placeholder: { unit: field.unitPlaceholder } })}
      onChange={(next) => onChange(isPair ? next : changedLength(value, next))}
    />
  );
}

type LinkProps = Pick<FieldProps, "value" | "onChange" | "issues" | "variables"> & {
  /** The path of the link in the controls. */
  path: string;
  schema: Members;
};

/** The address of a link, and the window in which it opens. */
function Link({ path, schema, value, onChange, issues, variables }: LinkProps) {
  const { url, target } = isObject(value) ? value : {};
  const targets = wordsOf(schemaAt(propertiesOf(schema), "target"));
  const selected = typeof target === "string" ? target : "";
  const all = selected === "" || targets.includes(selected) ? targets : [...targets, selected];
  const change = (name: string, next: unknown) => onChange(withMember(value, name, next));
  return (
    <>
      <LiquidField
        label={words.linkAddress}
        help={undefined}
        path={`${path}.url`}
        value={url}
        onChange={(next) => change("url", next)}
        placeholder="https://example.com/orders/{{ payload.order.id }}"
        issues={issues}
        variables={variables}
      />
      {(!isAbsent(url) || selected !== "") && (
        <Field label={words.linkTarget}>
          <Select
            value={selected}
            onChange={(word) => change("target", word === "" ? undefined : word)}
            choices={[
              { value: "", label: words.byDefault },
              ...all.map((word) => ({ value: word, label: choiceWords(word) })),
            ]}
          />
        </Field>
      )}
    </>
  );
}

/** Where a click on an in-app message leads. */
export function LinkField({ field, label, help, ...rest }: FieldProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={look.label}>{label}</legend>
      {help !== undefined && <p className={look.help}>{help}</p>}
      <Link {...rest} path={field.name} schema={field.schema} />
    </fieldset>
  );
}

/** A button of an in-app message. */
export function ButtonField({ field, label, value, onChange, ...rest }: FieldProps) {
  const button = isObject(value) ? value : {};
  const isSet = !isAbsent(button.label) || button.redirect !== undefined;
  const change = (name: string, next: unknown) => onChange(withMember(value, name, next));
  return (
    <fieldset className={styles.group}>
      <legend className={look.label}>{label}</legend>
      <LiquidField
        {...rest}
        label={words.buttonLabel}
        help={undefined}
        path={`${field.name}.label`}
        value={button.label}
        onChange={(next) => change("label", next)}
      />
      {isSet && (
        <Link
          {...rest}
          path={`${field.name}.redirect`}
          schema={schemaAt(propertiesOf(field.schema), "redirect")}
          value={button.redirect}
          onChange={(next) => change("redirect", next)}
        />
      )}
    </fieldset>
  );
}
