import type { Subscriber, SubscriberChanges } from "@tidings/contract";
import { type FormEvent, useState } from "react";
import { useMay } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { fieldErrorOf, generalErrorOf } from "../app/field-errors.ts";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { Field, TextArea, TextInput } from "../components/field.tsx";
import { say } from "../components/toast.tsx";
import { changesOf, FIELD_NAMES, type FieldName, isChanged, storedText } from "./profile-changes.ts";
import { PROFILE_WORDS as words } from "./profile-words.ts";
import { LIST_KEY, subscriberKey } from "./subscriber-reads.ts";
import styles from "./subscribers.module.css";
import { useDraft } from "./use-draft.ts";
import { FIELD_WORDS } from "./words.ts";

const HELP: Partial<Record<FieldName, string>> = { data: words.dataHelp, timezone: words.timezoneHelp };

/** The fields of the profile; only changed ones are sent. */
export function ProfileForm({ subscriber }: { subscriber: Subscriber }) {
  const { subscriberId } = subscriber;
  const draft = useDraft(subscriberId, (typed) => isChanged(subscriber, typed));
  const save = useWrite(
    (client, changes: SubscriberChanges) => client.subscribers.update(subscriberId, changes),
    [subscriberKey(subscriberId), LIST_KEY],
  );
  const [isJson, setJson] = useState(true);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const changes = changesOf(subscriber, draft.typed);
    setJson(changes !== undefined);
    if (!changes) return;
    save.mutate(changes, {
      onSuccess: () => {
        draft.clear();
        say(words.saved);
      },
    });
  };
  const errorOf = (name: FieldName) =>
    name === "data" && !isJson ? words.noJson : fieldErrorOf(save.error, name);
  const general = generalErrorOf(save.error, FIELD_NAMES);
  return (
    <form onSubmit={submit} className={styles.form}>
      <Fields subscriber={subscriber} draft={draft} errorOf={errorOf} />
      {general && <FailedRead title={words.cannotBeSaved} error={general} />}
      <Buttons
        isDirty={isChanged(subscriber, draft.typed)}
        isBusy={save.isPending}
        onDiscard={() => {
          draft.clear();
          save.reset();
          setJson(true);
        }}
      />
    </form>
  );
}

type FieldsProps = {
  subscriber: Subscriber;
  draft: ReturnType<typeof useDraft>;
  errorOf: (name: FieldName) => string | undefined;
};

function Fields({ subscriber, draft, errorOf }: FieldsProps) {
  const mayManage = useMay("manage");
  return (
    <fieldset disabled={!mayManage} className={styles.fields}>
      {FIELD_NAMES.map((name) => {
        const value = draft.typed[name] ?? storedText(subscriber, name);
        const change = (text: string) => draft.set({ ...draft.typed, [name]: text });
        return (
          <div key={name} className={name === "data" ? styles.wide : undefined}>
            <Field label={FIELD_WORDS[name]} help={HELP[name]} error={errorOf(name)}>
              {name === "data" ? (
                <TextArea value={value} onChange={change} isCode spellCheck={false} rows={6} />
              ) : (
                <TextInput value={value} onChange={change} autoComplete="off" />
              )}
            </Field>
          </div>
        );
      })}
    </fieldset>
  );
}

type ButtonsProps = { isDirty: boolean; isBusy: boolean; onDiscard: () => void };

function Buttons({ isDirty, isBusy, onDiscard }: ButtonsProps) {
  if (!useMay("manage")) return null;
  return (
    <div className={styles.buttons}>
      <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isDirty}>
        {words.save}
      </Button>
      {isDirty && <Button onClick={onDiscard}>{words.discard}</Button>}
      {isDirty && <span>{words.unsaved}</span>}
    </div>
  );
}
