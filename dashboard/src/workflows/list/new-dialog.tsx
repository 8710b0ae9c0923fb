import { useNavigate } from "@tanstack/react-router";
import { TidingsError } from "@tidings/client";
import type { Workflow, WorkflowInput } from "@tidings/contract";
import { useId } from "react";
import { useEnvironment } from "../../app/environment.tsx";
import { FailedRead } from "../../app/failed-read.tsx";
import { fieldErrorOf, generalErrorOf } from "../../app/field-errors.ts";
import { addressIn } from "../../app/navigation.ts";
import { useWrite } from "../../app/read.ts";
import { useWorkflowOptions } from "../../app/workflow-options.ts";
import { Button } from "../../components/button.tsx";
import { Combobox } from "../../components/combobox.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, TextInput } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { say } from "../../components/toast.tsx";
import { BeginningChoices } from "./beginning-choices.tsx";
import styles from "./list.module.css";
import { CHANGES } from "./reads.ts";
import { useNewWorkflow } from "./use-new-workflow.ts";
import { words } from "./words.ts";

type NewDialogProps = { beginning: string; original: string | undefined; onClose: () => void };

/** What a new workflow begins with, its name and its identifier. Then its editor opens. */
export function NewDialog({ beginning, original, onClose }: NewDialogProps) {
  const form = useId();
  const create = useWrite(
    (client, body: WorkflowInput) => client.workflows.create(body, { failIfExists: true }),
    CHANGES,
  );
  const opened = useOpened();
  const typed = useNewWorkflow(beginning, original);
  const taken = create.error instanceof TidingsError && create.error.status === 409;
  const isMissing = (field: keyof typeof typed.missing) => (typed.isTried ? typed.missing[field] : undefined);
  const submit = (): void => {
    const body = typed.tryInput();
    if (body) create.mutate(body, { onSuccess: opened });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button type="submit" form={form} kind="primary" isBusy={create.isPending}>
        {words.create}
      </Button>
    </>
  );
  const general = taken ? undefined : generalErrorOf(create.error, ["name", "workflowId"]);
  return (
    <Dialog isOpen onClose={onClose} title={words.newTitle} footer={footer}>
      <Form id={form} onSubmit={submit} className={styles.form}>
        <BeginningChoices chosen={typed.beginning} onChoose={typed.setBeginning} />
        {typed.beginning === "copy" && (
          <OriginalField value={typed.original} onChange={typed.setOriginal} error={isMissing("original")} />
        )}
        <Field label={words.name} error={isMissing("name") ?? fieldErrorOf(create.error, "name")}>
          <TextInput value={typed.name} onChange={typed.setName} maxLength={64} autoComplete="off" />
        </Field>
        <Field
          label={words.identifier}
          help={words.identifierHelp}
          error={
            isMissing("workflowId") ??
            (taken ? create.error?.message : fieldErrorOf(create.error, "workflowId"))
          }
        >
          <TextInput value={typed.workflowId} onChange={typed.setWorkflowId} isCode autoComplete="off" />
        </Field>
        {general && <FailedRead title={words.cannotBeCreated} error={general} />}
      </Form>
    </Dialog>
  );
}

/** Opens the editor of the workflow that was created. */
function useOpened(): (made: Workflow) => void {
  const { environment } = useEnvironment();
  const navigate = useNavigate();
  return ({ name, workflowId }) => {
    say(words.created(name));
    const path = `workflows/${encodeURIComponent(workflowId)}`;
    void navigate({ to: addressIn(environment.identifier, path) });
  };
}

type OriginalProps = { value: string; onChange: (workflowId: string) => void; error: string | undefined };

function OriginalField({ value, onChange, error }: OriginalProps) {
  const options = useWorkflowOptions();
  return (
    <div>
      <Combobox
        label={words.copyOf}
        placeholder={words.copyOf}
        options={options}
        value={value}
        onChange={onChange}
      />
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
