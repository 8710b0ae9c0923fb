import { useState } from "react";
import { FailedRead } from "../app/failed-read.tsx";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { type Choice, Field, Select, TextInput } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { SCOPES, type ScopeChoice, scopesOf, useKeyWrites } from "./keys.ts";
import styles from "./settings.module.css";
import { environmentWords, keyWords as own } from "./words.ts";

const FORM = "key-form";
const CHOICES = (Object.keys(SCOPES) as ScopeChoice[]).map(
  (value): Choice<ScopeChoice> => ({ value, label: SCOPES[value].label }),
);

type KeyDialogProps = { onClose: () => void; onKey: (key: string) => void };

/** Makes a key. */
export function KeyDialog({ onClose, onKey }: KeyDialogProps) {
  const [name, setName] = useState("");
  const [choice, setChoice] = useState<ScopeChoice>("manage");
  const { create } = useKeyWrites();
  const start = () => {
    if (create.isPending) return;
    const named = name.trim() === "" ? {} : { name: name.trim() };
    const onSuccess = ({ key }: { key: string }) => {
      onClose();
      onKey(key);
    };
    create.mutate({ ...named, scopes: scopesOf(choice) }, { onSuccess });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{environmentWords.cancel}</Button>
      <Button type="submit" form={FORM} kind="primary" isBusy={create.isPending}>
        {own.create}
      </Button>
    </>
  );
  return (
    <Dialog isOpen onClose={onClose} title={own.addTitle} footer={footer}>
      <Form id={FORM} onSubmit={start} className={styles.form}>
        <Field label={own.name} help={own.nameHelp}>
          <TextInput value={name} onChange={setName} maxLength={100} autoComplete="off" />
        </Field>
        <Field label={own.scopes}>
          <Select value={choice} onChange={setChoice} choices={CHOICES} />
        </Field>
      </Form>
      {create.error && <FailedRead title={own.notMade} error={create.error} />}
    </Dialog>
  );
}
