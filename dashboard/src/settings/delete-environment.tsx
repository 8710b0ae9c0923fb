import type { Environment } from "@tidings/contract";
import { useState } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field, TextInput } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { say } from "../components/toast.tsx";
import { readSessionAgain, useDeleteEnvironment } from "./environments.ts";
import { deleteTitle, environmentWords as own } from "./words.ts";

type DeleteProps = { environment: Environment; onClose: () => void };

const FORM = "delete-environment";

/** Deletes an environment after its name was typed. The API cannot delete the one that is open. */
export function DeleteEnvironment({ environment: { _id, name }, onClose }: DeleteProps) {
  const isOpenNow = useEnvironment().environment._id === _id;
  const [typed, setTyped] = useState("");
  const remove = useDeleteEnvironment();
  const isSure = typed.trim() === name && !isOpenNow;
  const start = () => {
    if (!isSure || remove.isPending) return;
    const onSuccess = () => {
      void readSessionAgain();
      say(own.deleted);
      onClose();
    };
    remove.mutate(_id, { onSuccess });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{own.cancel}</Button>
      <Button type="submit" form={FORM} kind="danger" disabled={!isSure} isBusy={remove.isPending}>
        {own.delete}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={deleteTitle(name)}
      description={isOpenNow ? own.deleteCurrent : own.deleteWhy}
      footer={footer}
    >
      <Form id={FORM} onSubmit={start}>
        {!isOpenNow && (
          <Field label={own.typeName} help={name}>
            <TextInput value={typed} onChange={setTyped} autoComplete="off" />
          </Field>
        )}
      </Form>
      {remove.error && <FailedRead title={own.notDeleted} error={remove.error} />}
    </Dialog>
  );
}
