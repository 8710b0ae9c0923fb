import { MAX_SUBSCRIPTIONS, type SubscriptionsResult } from "@tidings/contract";
import { type FormEvent, useId, useState } from "react";
import { FailedRead } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field, TextArea } from "../components/field.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { idsIn } from "./ids.ts";
import { LIST_KEY, membersRead, topicRead } from "./reads.ts";
import styles from "./topics.module.css";
import { words } from "./words.ts";

/** A button, and the form it opens: pasted ids, and what became of each. */
export function AddMembers({ topicKey }: { topicKey: string }) {
  const form = useId();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const ids = idsIn(text);
  const isTooMany = ids.length > MAX_SUBSCRIPTIONS;
  const add = useWrite(
    (client, subscriptions: string[]) => client.topics.subscribe(topicKey, { subscriptions }),
    [membersRead(topicKey), topicRead(topicKey), LIST_KEY],
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ids.length > 0 && !isTooMany) add.mutate(ids, { onSuccess: ({ errors }) => setText(leftOf(errors)) });
  };
  const footer = (
    <Button type="submit" form={form} kind="primary" isBusy={add.isPending} disabled={ids.length === 0}>
      {words.doAdd}
    </Button>
  );
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {words.add}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.addTitle} footer={footer}>
        <form id={form} onSubmit={submit} className={styles.stack}>
          <Field
            label={words.ids}
            help={ids.length > 0 ? words.counted(ids.length) : words.idsHelp(MAX_SUBSCRIPTIONS)}
            error={isTooMany ? words.tooMany(ids.length, MAX_SUBSCRIPTIONS) : undefined}
          >
            <TextArea value={text} onChange={setText} isCode spellCheck={false} rows={5} />
          </Field>
          {add.error && <FailedRead title={words.cannotBeAdded} error={add.error} />}
          {add.data && <Outcomes result={add.data} />}
        </form>
      </Dialog>
    </>
  );
}

/** Those that were not added stay in the field, to be corrected. */
const leftOf = (errors: SubscriptionsResult["errors"]): string =>
  (errors ?? []).map(({ subscriberId }) => subscriberId).join("\n");

function Outcomes({ result: { data, errors = [] } }: { result: SubscriptionsResult }) {
  return (
    <section className={styles.stack} aria-label={words.outcome} role="status">
      <p>{words.outcomes(data.length, errors.length)}</p>
      <ul className={styles.outcomes}>
        {errors.map(({ subscriberId, message }) => (
          <li key={subscriberId}>
            <code>{subscriberId}</code> <StateMark state="failed" word={message} />
          </li>
        ))}
        {data.map(({ subscriber }) => (
          <li key={subscriber.subscriberId}>
            <code>{subscriber.subscriberId}</code> <StateMark state="delivered" word={words.isMember} />
          </li>
        ))}
      </ul>
    </section>
  );
}
