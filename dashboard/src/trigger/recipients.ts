import type { Recipient, Subscriber, Topic } from "@tidings/contract";

/** What a new person is given by the form. */
export type PersonFields = {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly phone?: string;
};

/** A recipient as the form shows it: a chip. */
export type Chosen = {
  readonly kind: "subscriber" | "topic" | "person";
  /** The subscriber's id or the topic's key. */
  readonly id: string;
  readonly label: string;
  /** Of a new person. */
  readonly fields?: PersonFields;
};

export function recipientOf({ kind, id, fields }: Chosen): Recipient {
  if (kind === "topic") return { type: "Topic", topicKey: id };
  return kind === "person" ? { subscriberId: id, ...fields } : id;
}

export const isSame = (one: Chosen, other: Chosen): boolean =>
  one.id === other.id && (one.kind === "topic") === (other.kind === "topic");

export function subscriberChip({ subscriberId, firstName, lastName }: Subscriber): Chosen {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return { kind: "subscriber", id: subscriberId, label: name === "" ? subscriberId : name };
}

export const topicChip = ({ key, name }: Topic): Chosen => ({ kind: "topic", id: key, label: name ?? key });

/** Recipients in an address: ids and keys, separated by commas, which neither may contain. */
export function chosenIn(to: string | undefined, topic: string | undefined): Chosen[] {
  const idsIn = (text = ""): string[] =>
    text
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
  return [
    ...idsIn(to).map((id) => ({ kind: "subscriber", id, label: id }) as const),
    ...idsIn(topic).map((id) => ({ kind: "topic", id, label: id }) as const),
  ];
}
