import { useState } from "react";
import { sentenceOf } from "../app/failed-read.tsx";
import { useRead, useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { Combobox } from "../components/combobox.tsx";
import { say } from "../components/toast.tsx";
import styles from "./subscribers.module.css";
import { TOPIC_WORDS as words } from "./topic-words.ts";

const LIMIT = 20;

type AddProps = { subscriberId: string; changes: readonly (readonly unknown[])[] };

/** Makes the person a member of an existing topic, found by its key. */
export function AddToTopic({ subscriberId, changes }: AddProps) {
  const [text, setText] = useState("");
  const [topicKey, setTopicKey] = useState("");
  const { data } = useRead(
    ["topics", "options", text],
    (client) => client.topics.list({ limit: LIMIT, ...(text ? { key: text } : {}) }),
    { keepsPrevious: true },
  );
  const options = (data?.data ?? []).map(({ key, name }) => ({
    value: key,
    label: key,
    ...(name ? { hint: name } : {}),
  }));
  const add = useWrite(
    (client, key: string) => client.topics.subscribe(key, { subscriptions: [subscriberId] }),
    changes,
  );
  const run = () =>
    add.mutate(topicKey, {
      onSuccess: () => setTopicKey(""),
      onError: (error) => say(`${words.cannotJoin}: ${sentenceOf(error)}`),
    });
  return (
    <div className={styles.buttons}>
      <Combobox
        label={words.topic}
        placeholder={words.choose}
        options={options}
        value={topicKey}
        onChange={setTopicKey}
        onSearch={(typed) => setText(typed === topicKey ? "" : typed)}
      />
      <Button onClick={run} isBusy={add.isPending} disabled={topicKey === ""}>
        {words.add}
      </Button>
    </div>
  );
}
