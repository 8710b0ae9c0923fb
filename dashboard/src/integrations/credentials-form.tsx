import type { CredentialField, Integration, IntegrationChanges } from "@tidings/contract";
import { useState } from "react";
import { useMay } from "../app/environment.tsx";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import cards from "../components/card.module.css";
import { Field, TextInput } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { say } from "../components/toast.tsx";
import { CredentialFields } from "./credential-fields.tsx";
import { credentialsOf, draftOf, problemsOf } from "./credentials.ts";
import styles from "./integrations.module.css";
import { CHANGES } from "./reads.ts";
import { fieldErrorsOf } from "./save-errors.ts";
import { SaveProblem } from "./save-problem.tsx";
import { type RoundProps, useRounds } from "./use-rounds.ts";
import { words } from "./words.ts";

type FormProps = { integration: Integration; fields: readonly CredentialField[] };

/** The credentials of an integration. What was read meanwhile does not change what was typed. */
export function CredentialsForm({ integration, fields }: FormProps) {
  const mayManage = useMay("manage");
  const { round, ...begun } = useRounds(integration);
  return (
    <section className={cards.card} aria-labelledby="credentials">
      <h2 id="credentials">{words.credentials}</h2>
      {mayManage ? <Editor key={round} {...begun} fields={fields} /> : <p>{words.noPermission}</p>}
    </section>
  );
}

type EditorProps = RoundProps & Pick<FormProps, "fields">;

function Editor({ integration: stored, fields, onSaved, onDiscard }: EditorProps) {
  const { _id = "" } = stored;
  const [name, setName] = useState(stored.name);
  const [draft, setDraft] = useState(() => draftOf(fields, stored.credentials));
  const problems = problemsOf(fields, draft, words.notJson);
  const hasProblems = Object.keys(problems).length > 0;
  const update = useWrite(
    (client, body: IntegrationChanges) => client.integrations.update(_id, body),
    CHANGES,
  );
  const save = (check: boolean) => {
    if (hasProblems || update.isPending) return;
    const credentials = credentialsOf(fields, { draft, stored: stored.credentials });
    const named = name.trim() === "" ? {} : { name: name.trim() };
    update.mutate(
      { ...named, credentials, check },
      {
        onSuccess: ({ checked, ...saved }) => {
          say(checked?.detail ?? words.saved);
          onSaved(saved);
        },
      },
    );
  };
  return (
    <Form className={styles.form} onSubmit={() => save(true)}>
      <Field label={words.name} help={words.nameHelp}>
        <TextInput value={name} onChange={setName} maxLength={200} />
      </Field>
      {fields.length === 0 && <p>{words.noCredentials}</p>}
      <CredentialFields
        fields={fields}
        draft={draft}
        onChange={setDraft}
        errors={{ ...fieldErrorsOf(update.error), ...problems }}
      />
      <SaveProblem error={update.error} />
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" isBusy={update.isPending}>
          {words.checkAndSave}
        </Button>
        <Button onClick={() => save(false)}>{words.saveUnchecked}</Button>
        <Button kind="quiet" onClick={onDiscard}>
          {words.discard}
        </Button>
      </div>
    </Form>
  );
}
