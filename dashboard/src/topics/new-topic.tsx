import { useNavigate } from "@tanstack/react-router";
import { createTopic, type TopicInput } from "@tidings/contract";
import { type FormEvent, useId, useState } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { fieldErrorOf, generalErrorOf } from "../app/field-errors.ts";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field, TextInput } from "../components/field.tsx";
import { say } from "../components/toast.tsx";
import { LIST_KEY } from "./reads.ts";
import styles from "./topics.module.css";
import { words } from "./words.ts";

/** A button and the form it opens. What was typed stays while the page does. */
export function NewTopic() {
  const form = useId();
  const navigate = useNavigate();
  const { environment } = useEnvironment();
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const create = useWrite(
    (client, body: TopicInput) => client.topics.create(body, { failIfExists: true }),
    [LIST_KEY],
  );
  const body = { key: key.trim(), ...(name.trim() ? { name: name.trim() } : {}) };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate(body, {
      onSuccess: (topic) => {
        say(words.created);
        const params = { environment: environment.identifier, key: topic.key };
        void navigate({ to: "/in/$environment/topics/$key", params, search: {} });
      },
    });
  };
  const general = generalErrorOf(create.error, ["key", "name"]);
  const footer = (
    <>
      <CopyAs call={callOf(body)} />
      <Button onClick={() => setOpen(false)}>{words.cancel}</Button>
      <Button type="submit" form={form} kind="primary" isBusy={create.isPending}>
        {words.create}
      </Button>
    </>
  );
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {words.new}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.newTitle} footer={footer}>
        <form id={form} onSubmit={submit} className={styles.stack}>
          <Field label={words.key} help={words.keyHelp} error={fieldErrorOf(create.error, "key")}>
            <TextInput value={key} onChange={setKey} required isCode autoComplete="off" />
          </Field>
          <Field label={words.name} error={fieldErrorOf(create.error, "name")}>
            <TextInput value={name} onChange={setName} autoComplete="off" />
          </Field>
          {general && <FailedRead title={words.cannotBeCreated} error={general} />}
        </form>
      </Dialog>
    </>
  );
}

const callOf = (body: TopicInput) => ({
  operation: createTopic,
  query: { failIfExists: true },
  body,
  sdk: { method: "topics.create", args: [body, { failIfExists: true }] },
});
