import { useState } from "react";
import { useRead } from "../app/read.ts";
import { useDelayed } from "../app/use-delayed.ts";
import { useSubscriberSearch } from "../app/use-subscriber-search.ts";
import type { Option } from "../components/combobox.tsx";
import { type Chosen, subscriberChip, topicChip } from "./recipients.ts";
import { newPerson, words } from "./words.ts";

const FOUND = 8;
const DELAY_MS = 200;
/** Values of options: what kind they are, then the id. */
const NEW = "new:";

const optionOf = ({ kind, id }: Chosen): string => `${kind}:${id}`;

/** Subscribers and topics that fit what was typed, and the choice of a new person. */
export function useRecipientSearch() {
  const [text, setText] = useState("");
  const wanted = useDelayed(text.trim(), DELAY_MS);
  const people = useSubscriberSearch(text);
  const { data: topics } = useRead(
    ["topics-found", wanted],
    (client) => client.topics.list({ limit: FOUND, ...(wanted === "" ? {} : { key: wanted }) }),
    { keepsPrevious: true },
  );
  const found = [...people.map(subscriberChip), ...(topics?.data ?? []).map(topicChip)];
  const isKnown = found.some(({ kind, id }) => kind === "subscriber" && id === wanted);
  const options: Option[] = found.map((one) => ({
    value: optionOf(one),
    label: one.label,
    hint: one.kind === "topic" ? `${words.topic} ${one.id}` : one.id,
  }));
  if (wanted !== "" && !isKnown) options.push({ value: NEW + wanted, label: newPerson(wanted) });
  const chosen = (value: string): Chosen | { newPerson: string } | undefined =>
    value.startsWith(NEW)
      ? { newPerson: value.slice(NEW.length) }
      : found.find((one) => optionOf(one) === value);
  return { options, search: setText, chosen };
}
