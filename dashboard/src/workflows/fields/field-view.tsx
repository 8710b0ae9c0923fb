import { Braces, TextCursorInput } from "lucide-react";
import { type ComponentType, useState } from "react";
import { Button } from "../../components/button.tsx";
import { CalendarField } from "./calendar/calendar-field.tsx";
import type { FieldProps } from "./field-props.ts";
import { fits, rawFormOf } from "./field-values.ts";
import styles from "./fields.module.css";
import type { Drawn } from "./form-fields.ts";
import { JsonField } from "./json-field.tsx";
import { LineField, TextField } from "./liquid-field.tsx";
import { ButtonField, LengthField, LinkField } from "./object-fields.tsx";
import { RawField } from "./raw-field.tsx";
import { ChoiceField, NumberField, PathField, SwitchField } from "./scalar-fields.tsx";
import { words } from "./words.ts";

const FIELDS: Readonly<Record<Exclude<Drawn, "conditions">, ComponentType<FieldProps>>> = {
  line: LineField,
  text: TextField,
  path: PathField,
  length: LengthField,
  number: NumberField,
  choice: ChoiceField,
  calendar: CalendarField,
  switch: SwitchField,
  buttons: ButtonField,
  link: LinkField,
  json: JsonField,
};

/**
 * A field by what is drawn for it. A value that the field cannot show exactly is shown raw, and so is any other on
 * demand. Conditions are shown by the part "When".
 */
export function FieldView(props: FieldProps) {
  const { field, label, value } = props;
  const [wantsRaw, setWantsRaw] = useState(false);
  if (field.drawn === "conditions") return null;
  const canFit = fits(field.drawn, value);
  const raw = rawFormOf(field, value);
  const isRaw = raw !== undefined && (wantsRaw || !canFit);
  const Shown = isRaw ? RawField : FIELDS[field.drawn];
  if (!raw || !canFit) return <Shown {...props} />;
  const other = isRaw ? words.asField : { text: words.asText, json: words.asJson }[raw];
  return (
    <div className={styles.withRaw}>
      <Shown {...props} />
      <Button
        kind="quiet"
        isSmall
        aria-label={`${label} ${other}`}
        title={`${label} ${other}`}
        aria-pressed={wantsRaw}
        onClick={() => setWantsRaw(!wantsRaw)}
        icon={isRaw ? <TextCursorInput size={16} aria-hidden /> : <Braces size={16} aria-hidden />}
      />
    </div>
  );
}
