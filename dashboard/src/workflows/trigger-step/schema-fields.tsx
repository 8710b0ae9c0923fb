import { Plus, X } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { Field, Select, TextInput } from "../../components/field.tsx";
import type { Members } from "../fields/json.ts";
import {
  isFreeName,
  ROW_TYPES,
  rowsOf,
  type SchemaRow,
  withExample,
  withName,
  withNewRow,
  withoutRow,
  withRequired,
  withType,
} from "./schema-rows.ts";
import styles from "./trigger-step.module.css";
import { addIn, ofField, removeField, TYPE_WORDS, words } from "./words.ts";

type FieldsProps = { schema: Members; onChange: (schema: Members) => void };

/** The members of the payload as rows. */
export function SchemaFields({ schema, onChange }: FieldsProps) {
  const rows = rowsOf(schema);
  return (
    <div className={styles.rows}>
      {rows.length === 0 && <p className={styles.help}>{words.noFields}</p>}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the name of a row changes while it is typed
        <Row key={at} row={row} schema={schema} onChange={onChange} />
      ))}
      <div>
        <Button
          isSmall
          icon={<Plus size={16} aria-hidden />}
          onClick={() => onChange(withNewRow(schema, []))}
        >
          {words.add}
        </Button>
      </div>
    </div>
  );
}

const CHOICES = [...ROW_TYPES, "any" as const].map((value) => ({ value, label: TYPE_WORDS[value] }));
const WITH_OTHER = [...CHOICES, { value: "other" as const, label: TYPE_WORDS.other }];

function Row({ row, schema, onChange }: FieldsProps & { row: SchemaRow }) {
  const { path, type, isRequired, example } = row;
  const hasExample = type !== "object" && type !== "array" && type !== "other";
  return (
    <div className={styles.row} style={{ "--depth": path.length - 1 } as CSSProperties}>
      <NameField row={row} schema={schema} onChange={onChange} />
      <Field label={ofField(words.type, path)} isLabelHidden>
        <Select<SchemaRow["type"]>
          value={type}
          choices={type === "other" ? WITH_OTHER : CHOICES}
          onChange={(next) => next !== "other" && onChange(withType(schema, path, next))}
        />
      </Field>
      <Checkbox
        label={
          <>
            {words.required}
            <span className="visually-hidden">: {path.join(".")}</span>
          </>
        }
        isChecked={isRequired}
        onChange={(next) => onChange(withRequired(schema, path, next))}
      />
      {hasExample ? (
        <Field label={ofField(words.example, path)} isLabelHidden>
          <TextInput
            value={example}
            placeholder={words.example}
            autoComplete="off"
            onChange={(text) => onChange(withExample(schema, path, text))}
          />
        </Field>
      ) : (
        <AddInside row={row} onAdd={() => onChange(withNewRow(schema, path))} />
      )}
      <Button
        kind="quiet"
        isSmall
        icon={<X size={16} aria-hidden />}
        aria-label={removeField(path)}
        onClick={() => onChange(withoutRow(schema, path))}
      />
    </div>
  );
}

function AddInside({ row: { type, path }, onAdd }: { row: SchemaRow; onAdd: () => void }) {
  if (type !== "object") return <span />;
  return (
    <div>
      <Button isSmall icon={<Plus size={16} aria-hidden />} aria-label={addIn(path)} onClick={onAdd}>
        {words.add}
      </Button>
    </div>
  );
}

/** A name that is taken stays in the field, and the schema keeps the one before. */
function NameField({ row: { path }, schema, onChange }: FieldsProps & { row: SchemaRow }) {
  const [typed, setTyped] = useState<string>();
  const change = (name: string) => {
    const isFree = isFreeName(schema, path, name);
    setTyped(isFree ? undefined : name);
    if (isFree) onChange(withName(schema, path, name));
  };
  return (
    <Field
      label={ofField(words.name, path)}
      isLabelHidden
      error={typed === undefined ? undefined : words.nameTaken}
    >
      <TextInput
        value={typed ?? path.at(-1) ?? ""}
        onChange={change}
        isCode
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  );
}
