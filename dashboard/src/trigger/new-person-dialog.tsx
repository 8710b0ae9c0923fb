import { type FormEvent, useId, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field, TextInput } from "../components/field.tsx";
import type { Chosen, PersonFields } from "./recipients.ts";
import styles from "./trigger.module.css";
import { words } from "./words.ts";

type DialogProps = { subscriberId: string; onAdd: (person: Chosen) => void; onClose: () => void };

const FIELDS = ["firstName", "lastName", "email", "phone"] as const satisfies readonly (keyof PersonFields)[];

/** Asks for the fields of someone whom the service does not know. */
export function NewPersonDialog({ subscriberId, onAdd, onClose }: DialogProps) {
  const form = useId();
  const isAddress = subscriberId.includes("@");
  const [id, setId] = useState(subscriberId);
  const [fields, setFields] = useState<PersonFields>(isAddress ? { email: subscriberId } : {});
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const filled = Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ""));
    const label = [filled.firstName, filled.lastName].filter(Boolean).join(" ") || id.trim();
    onAdd({ kind: "person", id: id.trim(), label, fields: filled });
    onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button type="submit" form={form} kind="primary">
        {words.add}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.newPerson}
      description={words.newPersonWhat}
      footer={footer}
    >
      <form id={form} onSubmit={submit} className={styles.fields}>
        <Field label={words.subscriberId}>
          <TextInput value={id} onChange={setId} required isCode />
        </Field>
        {FIELDS.map((name) => (
          <Field key={name} label={words[name]}>
            <TextInput
              type={name === "email" ? "email" : "text"}
              value={fields[name] ?? ""}
              onChange={(text) => setFields({ ...fields, [name]: text })}
            />
          </Field>
        ))}
      </form>
    </Dialog>
  );
}
