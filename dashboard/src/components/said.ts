import { useSyncExternalStore } from "react";

/** A sentence about something that has happened. */
export type Said = { id: number; sentence: string };

let said: readonly Said[] = [];
const listeners = new Set<() => void>();

/** Says for 6 seconds what has happened, such as "Saved". Errors belong where they arose, not here. */
export function say(sentence: string): void {
  said = [...said.slice(-9), { id: (said.at(-1)?.id ?? 0) + 1, sentence }];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSaid = (): readonly Said[] => useSyncExternalStore(subscribe, () => said);
