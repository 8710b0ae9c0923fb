import { type ReactNode, useSyncExternalStore } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useEnvironment } from "./environment.tsx";
import { words } from "./words.ts";

export type Question = {
  title: string;
  /** What will happen, in sentences. */
  description: ReactNode;
  /** The button that does it: "Delete". */
  action: string;
  isDanger?: boolean;
};

type Open = { question: Question; answer: (isConfirmed: boolean) => void };

let open: Open | undefined;
const listeners = new Set<() => void>();

function show(next: Open | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Asks before something is done; resolves to whether it may be. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      show(undefined);
      resolve(isConfirmed);
    };
    show({ question, answer });
  });
}

/** For writes that reach people: asks in a protected environment, and anywhere for more than 10 of them. */
export function useConfirmReach(): (sentence: string, people: number) => Promise<boolean> {
  const { environment } = useEnvironment();
  return async (sentence, people) => {
    if (!environment.isProtected && people <= 10) return true;
    const title = `${words.reachesPeople} (${environment.name})`;
    return confirm({ title, description: sentence, action: "Go on" });
  };
}

/** Where questions appear; once in the app. */
export function Confirmations() {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
  if (!current) return null;
  const { question, answer } = current;
  const footer = (
    <>
      <Button onClick={() => answer(false)}>{words.cancel}</Button>
      <Button kind={question.isDanger ? "danger" : "primary"} onClick={() => answer(true)}>
        {question.action}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={() => answer(false)}
      title={question.title}
      description={question.description}
      footer={footer}
    />
  );
}
