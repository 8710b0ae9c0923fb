import { useNavigate } from "@tanstack/react-router";
import { createSubscriber, type SubscriberInput } from "@tidings/contract";
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
import { LIST_KEY } from "./subscriber-reads.ts";
import styles from "./subscribers.module.css";
import { FIELD_WORDS, words } from "./words.ts";

const NAMES = ["firstName", "lastName", "email", "phone"] as const;
type Typed = Record<"subscriberId" | (typeof NAMES)[number], string>;
const EMPTY: Typed = { subscriberId: "", firstName: "", lastName: "", email: "", phone: "" };

/** A button and the form it opens. What was typed stays while the page does. */
export function NewSubscriber() {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(EMPTY);
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {words.new}
      </Button>
      <NewForm isOpen={isOpen} onClose={() => setOpen(false)} typed={typed} setTyped={setTyped} />
    </>
  );
}

/** Empty fields are left out. */
function bodyOf(typed: Typed): SubscriberInput {
  const given = Object.entries(typed).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []));
  return Object.fromEntries(given);
}

const callOf = (body: SubscriberInput) => ({
  operation: createSubscriber,
  query: { failIfExists: true },
  body,
  sdk: { method: "subscribers.create", args: [body, { failIfExists: true }] },
});

type FormProps = {
  isOpen: boolean;
  onClose: () => void;
  typed: Typed;
  setTyped: (typed: Typed) => void;
};

function NewForm({ isOpen, onClose, typed, setTyped }: FormProps) {
  const form = useId();
  const navigate = useNavigate();
  const { environment } = useEnvironment();
  const create = useWrite(
    (client, body: SubscriberInput) => client.subscribers.create(body, { failIfExists: true }),
    [LIST_KEY],
  );
  const general = generalErrorOf(create.error, Object.keys(EMPTY));
  const body = bodyOf(typed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate(body, {
      onSuccess: ({ subscriberId }) => {
        setTyped(EMPTY);
        say(words.created);
        void navigate({
          to: "/in/$environment/subscribers/$subscriberId/$tab",
          params: { environment: environment.identifier, subscriberId, tab: "profile" },
          search: {},
        });
      },
    });
  };
  const input = (name: keyof Typed, label: string, help?: string) => (
    <Field key={name} label={label} help={help} error={fieldErrorOf(create.error, name)}>
      <TextInput
        value={typed[name]}
        onChange={(value) => setTyped({ ...typed, [name]: value })}
        autoComplete="off"
        {...(name === "subscriberId" ? { required: true, isCode: true } : {})}
      />
    </Field>
  );
  const footer = (
    <>
      <CopyAs call={callOf(body)} />
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button type="submit" form={form} kind="primary" isBusy={create.isPending}>
        {words.create}
      </Button>
    </>
  );
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.newTitle} footer={footer}>
      <form id={form} onSubmit={submit} className={styles.form}>
        {input("subscriberId", words.id, words.idHelp)}
        {NAMES.map((name) => input(name, FIELD_WORDS[name]))}
        {general && <FailedRead title={words.cannotBeCreated} error={general} />}
      </form>
    </Dialog>
  );
}
