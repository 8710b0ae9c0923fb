import { createIntegration, type IntegrationInput, type Provider } from "@tidings/contract";
import { useState } from "react";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { Field, TextInput } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { say } from "../components/toast.tsx";
import { CredentialFields } from "./credential-fields.tsx";
import { copyable, credentialsOf, draftOf, problemsOf } from "./credentials.ts";
import styles from "./integrations.module.css";
import { CHANGES } from "./reads.ts";
import { fieldErrorsOf } from "./save-errors.ts";
import { SaveProblem } from "./save-problem.tsx";
import { words } from "./words.ts";

type FormProps = { provider: Provider; onSaved: (id: string) => void };

/** A new integration. The check is part of saving: the service stores nothing that the provider refuses. */
export function ConnectForm({ provider, onSaved }: FormProps) {
  const { id: providerId, channel, fields, displayName } = provider;
  const [name, setName] = useState(displayName);
  const [draft, setDraft] = useState(() => draftOf(fields));
  const problems = problemsOf(fields, draft, words.notJson);
  const hasProblems = Object.keys(problems).length > 0;
  const create = useWrite((client, body: IntegrationInput) => client.integrations.create(body), CHANGES);
  const credentials = hasProblems ? {} : credentialsOf(fields, { draft });
  const body: IntegrationInput = { providerId, channel, name: name.trim() || displayName, active: true };
  const save = (check: boolean) => {
    if (hasProblems || create.isPending) return;
    create.mutate(
      { ...body, credentials, check },
      {
        onSuccess: ({ _id = "", checked }) => {
          say(checked?.detail ?? words.saved);
          onSaved(_id);
        },
      },
    );
  };
  return (
    <Form className={styles.form} onSubmit={() => save(true)}>
      {provider.docsUrl && (
        <p>
          <a href={provider.docsUrl} target="_blank" rel="noreferrer">
            {`${words.documentation}: ${displayName}`}
          </a>
        </p>
      )}
      <CredentialFields
        fields={fields}
        draft={draft}
        onChange={setDraft}
        errors={{ ...fieldErrorsOf(create.error), ...problems }}
      />
      <Field label={words.name} help={words.nameHelp}>
        <TextInput value={name} onChange={setName} maxLength={200} />
      </Field>
      <SaveProblem error={create.error} />
      <p className={styles.help}>{words.checkHelp}</p>
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" isBusy={create.isPending}>
          {words.checkAndSave}
        </Button>
        <Button onClick={() => save(false)}>{words.saveUnchecked}</Button>
        <CopyAs call={callOf({ ...body, credentials: copyable(fields, credentials) })} />
      </div>
    </Form>
  );
}

const callOf = (body: IntegrationInput) => ({
  operation: createIntegration,
  body: { ...body, check: true },
  sdk: { method: "integrations.create", args: [{ ...body, check: true }] },
});
