import { useNavigate } from "@tanstack/react-router";
import type { Workflow } from "@tidings/contract";
import { useState } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { addressIn } from "../app/navigation.ts";
import { useWrite } from "../app/read.ts";
import { removeStored } from "../app/storage.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field, TextInput } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { say } from "../components/toast.tsx";
import { deleteTitle, waitingSentence, deleteWords as words } from "./delete-words.ts";
import { draftName } from "./draft-name.ts";
import { useWaiting } from "./use-waiting.ts";

const FORM = "delete-workflow-form";

type DeleteDialogProps = { stored: Pick<Workflow, "_id" | "name">; onClose: () => void };

/**
 * Deletes a workflow, and its draft in this browser, and opens the list. Says what waits; in a protected environment, the
 * name must be typed.
 */
export function DeleteDialog({ stored, onClose }: DeleteDialogProps) {
  const { environment } = useEnvironment();
  const navigate = useNavigate();
  const waiting = useWaiting(stored._id);
  const [typed, setTyped] = useState("");
  const remove = useWrite((client) => client.workflows.delete(stored._id), [["workflows"], ["workflow"]]);
  const isSure = !environment.isProtected || typed.trim() === stored.name;
  const start = () => {
    if (!isSure || remove.isPending) return;
    const onSuccess = () => {
      removeStored(draftName(environment._id, stored._id));
      say(words.deleted);
      onClose();
      void navigate({ to: addressIn(environment.identifier, "workflows") });
    };
    remove.mutate(undefined, { onSuccess });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button type="submit" form={FORM} kind="danger" disabled={!isSure} isBusy={remove.isPending}>
        {words.doDelete}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={deleteTitle(stored.name)}
      description={`${words.what} ${whatWaits(waiting)}`}
      footer={footer}
    >
      <Form id={FORM} onSubmit={start}>
        {environment.isProtected && (
          <Field label={words.typeName} help={stored.name}>
            <TextInput value={typed} onChange={setTyped} autoComplete="off" />
          </Field>
        )}
      </Form>
      {remove.error && <FailedRead title={words.notDeleted} error={remove.error} />}
    </Dialog>
  );
}

function whatWaits(waiting: ReturnType<typeof useWaiting>): string {
  if (!waiting) return words.reading;
  const { count, isAtLeast } = waiting;
  return count === 0 && !isAtLeast ? words.noneWaits : waitingSentence(count, isAtLeast);
}
