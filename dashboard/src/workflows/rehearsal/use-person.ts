import { TidingsError } from "@tidings/client";
import type { Notification, Subscriber } from "@tidings/contract";
import { useState } from "react";
import { useEnvironment } from "../../app/environment.tsx";
import { useRead } from "../../app/read.ts";
import { readStored, store } from "../../app/storage.ts";

export type Person = {
  /** Undefined while it is not known yet, and without any subscriber. */
  readonly subscriberId: string | undefined;
  /** Undefined if there is none with this id. */
  readonly subscriber: Subscriber | undefined;
  /** The environment has no subscribers. */
  readonly hasNoSubscribers: boolean;
  readonly isRead: boolean;
  readonly choose: (subscriberId: string) => void;
};

type Given = {
  /** Of the address. */
  person: string | undefined;
  onPerson: (subscriberId: string) => void;
  /** The last one of the workflow; null if there is none, undefined while it is read. */
  last: Notification | null | undefined;
};

/** For whom: the person of the address, else the one chosen last, else that of the last notification, else the first. */
export function usePerson({ person, onPerson, last }: Given): Person {
  const { environment } = useEnvironment();
  const name = `rehearsal-person:${environment._id}`;
  const [chosen, setChosen] = useState(() => readStored(name));
  const remembered = useSubscriber(person ?? chosen);
  // The one chosen last may have been deleted since.
  const known = person ?? (remembered.isMissing ? undefined : chosen);
  const ofLast = last?.subscriber?.subscriberId;
  const needsFirst = known === undefined && last !== undefined && ofLast === undefined;
  const first = useRead(["subscribers-found", "first"], (client) => client.subscribers.search({ limit: 1 }), {
    isEnabled: needsFirst,
  });
  const subscriberId = known ?? ofLast ?? (needsFirst ? first.data?.data[0]?.subscriberId : undefined);
  const { subscriber, isRead } = useSubscriber(subscriberId);
  const choose = (wanted: string): void => {
    store(name, wanted);
    setChosen(wanted);
    onPerson(wanted);
  };
  const hasNoSubscribers = needsFirst && first.data?.data.length === 0;
  return { subscriberId, subscriber, hasNoSubscribers, isRead, choose };
}

function useSubscriber(subscriberId: string | undefined) {
  const { data, error } = useRead(
    ["subscriber", subscriberId],
    (client) => client.subscribers.get(subscriberId ?? ""),
    { isEnabled: subscriberId !== undefined },
  );
  const isMissing = error instanceof TidingsError && error.status === 404;
  return { subscriber: data, isMissing, isRead: data !== undefined || error !== null };
}
