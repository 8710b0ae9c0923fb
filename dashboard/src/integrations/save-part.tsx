import type { IntegrationChanges } from "@tidings/contract";
import type { ReactNode } from "react";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { Form } from "../components/form.tsx";
import { say } from "../components/toast.tsx";
import styles from "./integrations.module.css";
import { CHANGES } from "./reads.ts";
import { SaveProblem } from "./save-problem.tsx";
import type { RoundProps } from "./use-rounds.ts";
import { toName, words } from "./words.ts";

/** Saves one part of an integration; the other parts stay as they are stored. */
export function useSave(id: string) {
  return useWrite((client, body: IntegrationChanges) => client.integrations.update(id, body), CHANGES);
}

type PartFormProps = Omit<RoundProps, "integration"> & {
  /** The title of the part, which the names of its buttons end with. */
  title: string;
  save: ReturnType<typeof useSave>;
  body: IntegrationChanges;
  isChanged: boolean;
  children: ReactNode;
};

/** The fields of a part, with their buttons. */
export function PartForm({ title, save, body, isChanged, onSaved, onDiscard, children }: PartFormProps) {
  const submit = (): void => {
    if (!isChanged || save.isPending) return;
    save.mutate(body, {
      onSuccess: (saved) => {
        say(words.saved);
        onSaved(saved);
      },
    });
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      {children}
      <SaveProblem error={save.error} />
      <div className={styles.buttons}>
        <Button
          type="submit"
          kind="primary"
          disabled={!isChanged}
          isBusy={save.isPending}
          aria-label={toName(words.save, title)}
        >
          {words.save}
        </Button>
        {isChanged && (
          <Button kind="quiet" onClick={onDiscard} aria-label={toName(words.discard, title)}>
            {words.discard}
          </Button>
        )}
      </div>
    </Form>
  );
}
