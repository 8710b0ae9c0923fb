import { CHAT_OR_PUSH_PROVIDER_IDS, type ChannelSettingsInput, type Subscriber } from "@tidings/contract";
import { type FormEvent, useId, useState } from "react";
import { FailedRead } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field, Select, TextArea, TextInput } from "../components/field.tsx";
import { say } from "../components/toast.tsx";
import { PROFILE_WORDS as words } from "./profile-words.ts";
import { subscriberKey } from "./subscriber-reads.ts";
import styles from "./subscribers.module.css";

type ProviderId = (typeof CHAT_OR_PUSH_PROVIDER_IDS)[number];
const FIRST = CHAT_OR_PUSH_PROVIDER_IDS[0];
const CHOICES = CHAT_OR_PUSH_PROVIDER_IDS.map((value) => ({ value, label: value }));
const EMPTY = { providerId: FIRST as ProviderId, webhookUrl: "", channel: "", deviceTokens: "" };

function inputOf({ providerId, ...texts }: typeof EMPTY): ChannelSettingsInput {
  const [webhookUrl, channel] = [texts.webhookUrl.trim(), texts.channel.trim()];
  const deviceTokens = texts.deviceTokens.split(/\s+/).filter(Boolean);
  const credentials = {
    ...(webhookUrl ? { webhookUrl } : {}),
    ...(channel ? { channel } : {}),
    ...(deviceTokens.length > 0 ? { deviceTokens } : {}),
  };
  return { providerId, credentials };
}

/** A button and the form it opens. */
export function AddCredentials({ subscriber: { subscriberId } }: { subscriber: Subscriber }) {
  const form = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(EMPTY);
  const add = useWrite(
    (client, input: ChannelSettingsInput) => client.subscribers.appendCredentials(subscriberId, input),
    [subscriberKey(subscriberId)],
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate(inputOf(typed), {
      onSuccess: () => {
        setTyped(EMPTY);
        setOpen(false);
        say(words.added);
      },
    });
  };
  const footer = (
    <>
      <Button onClick={() => setOpen(false)}>{words.cancel}</Button>
      <Button type="submit" form={form} kind="primary" isBusy={add.isPending}>
        {words.doAdd}
      </Button>
    </>
  );
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.add}</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.addTitle} footer={footer}>
        <form id={form} onSubmit={submit} className={styles.form}>
          <Fields typed={typed} setTyped={setTyped} />
          {add.error && <FailedRead title={words.cannotBeAdded} error={add.error} />}
        </form>
      </Dialog>
    </>
  );
}

type FieldsProps = { typed: typeof EMPTY; setTyped: (typed: typeof EMPTY) => void };

function Fields({ typed, setTyped }: FieldsProps) {
  const change = (name: keyof typeof EMPTY) => (value: string) => setTyped({ ...typed, [name]: value });
  return (
    <>
      <Field label={words.provider}>
        <Select value={typed.providerId} onChange={change("providerId")} choices={CHOICES} />
      </Field>
      <Field label={words.webhookUrl}>
        <TextInput value={typed.webhookUrl} onChange={change("webhookUrl")} isCode autoComplete="off" />
      </Field>
      <Field label={words.channel}>
        <TextInput value={typed.channel} onChange={change("channel")} isCode autoComplete="off" />
      </Field>
      <Field label={words.deviceTokens} help={words.deviceTokensHelp}>
        <TextArea value={typed.deviceTokens} onChange={change("deviceTokens")} isCode spellCheck={false} />
      </Field>
    </>
  );
}
