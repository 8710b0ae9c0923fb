import { useState } from "react";
import { isSame } from "../../app/is-same.ts";
import { Button } from "../../components/button.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { say } from "../../components/toast.tsx";
import type { Draft, WorkflowPartProps } from "../draft.ts";
import { isObject, type Members } from "../fields/json.ts";
import { ObjectField } from "../fields/json-field.tsx";
import { SchemaFields } from "./schema-fields.tsx";
import { mergedSchema, schemaOfValue } from "./schema-of-payload.ts";
import { hasRows } from "./schema-rows.ts";
import styles from "./trigger-step.module.css";
import { useLastPayload } from "./use-last-payload.ts";
import { words } from "./words.ts";

type SchemaProps = Pick<WorkflowPartProps, "draft" | "stored" | "onChange">;

/** What the payload has: as fields or as JSON Schema, and whether others are refused. */
export function PayloadSchema({ draft, stored, onChange }: SchemaProps) {
  const schema = isObject(draft.payloadSchema) ? draft.payloadSchema : undefined;
  const change = (next: Members | undefined) => onChange({ payloadSchema: next } as Partial<Draft>);
  const last = useLastPayload(stored.workflowId, (payload) => {
    const before = schema ?? { type: "object", properties: {} };
    const merged = mergedSchema(before, schemaOfValue(payload));
    say(isSame(before, merged) ? words.nothingNew : words.added);
    change(merged);
  });
  return (
    <section className={styles.part} aria-labelledby="payload-schema">
      <h3 id="payload-schema">{words.payload}</h3>
      {schema ? (
        <SchemaForms schema={schema} onChange={change} />
      ) : (
        <p className={styles.help}>{words.none}</p>
      )}
      <div className={styles.buttons}>
        {!schema && (
          <Button onClick={() => change({ type: "object", properties: {} })}>{words.describe}</Button>
        )}
        <Button onClick={last.read} isBusy={last.isReading}>
          {words.fromLast}
        </Button>
        {schema && (
          <Button kind="quiet" onClick={() => change(undefined)}>
            {words.removeSchema}
          </Button>
        )}
      </div>
      {schema && (
        <div>
          <Checkbox
            label={words.validate}
            isChecked={draft.validatePayload === true}
            onChange={(validatePayload) => onChange({ validatePayload })}
          />
          <p className={styles.help}>{words.validateHelp}</p>
        </div>
      )}
    </section>
  );
}

type FormsProps = { schema: Members; onChange: (schema: Members) => void };

function SchemaForms({ schema, onChange }: FormsProps) {
  const [form, setForm] = useState<"fields" | "json">("fields");
  const way = (name: typeof form, label: string) => (
    <Button
      isSmall
      kind={form === name ? "plain" : "quiet"}
      aria-pressed={form === name}
      onClick={() => setForm(name)}
    >
      {label}
    </Button>
  );
  const fields = hasRows(schema) ? (
    <SchemaFields schema={schema} onChange={onChange} />
  ) : (
    <p className={styles.help}>{words.noRows}</p>
  );
  return (
    <>
      <fieldset className={styles.forms} aria-label={words.forms}>
        {way("fields", words.fields)}
        {way("json", words.json)}
      </fieldset>
      {form === "fields" ? (
        fields
      ) : (
        <ObjectField label={words.json} help={undefined} value={schema} onChange={onChange} />
      )}
    </>
  );
}
