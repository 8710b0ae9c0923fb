import { type FormEvent, useState } from "react";
import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { Field, TextInput } from "../components/field.tsx";
import { Unbroken } from "../components/unbroken.tsx";
import { sentenceOf } from "./failed-read.tsx";
import { signIn } from "./session.tsx";
import styles from "./sign-in-form.module.css";

const COMMAND = "npx tidings dashboard";

/** The two ways to sign in: a link from a terminal, or an API key. */
export function SignInForm({ onDone }: { onDone?: () => void }) {
  const [apiKey, setApiKey] = useState("");
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    await signIn({ apiKey: apiKey.trim() }).then(onDone, setError);
    setBusy(false);
  };
  return (
    <div className={styles.ways}>
      <div>
        <p>A link signs you in. Make one in a terminal of the server:</p>
        <p className={styles.command}>
          <code>
            <Unbroken text={COMMAND} />
          </code>
          <CopyButton text={COMMAND} label="Copy the command" />
        </p>
      </div>
      <form onSubmit={submit} className={styles.form}>
        {/* Password managers store a name with each password. */}
        <input type="text" name="username" autoComplete="username" value="tidings" readOnly hidden />
        <Field
          label="Or an API key"
          help="It opens the environment of the key, with the key's scopes."
          error={error && sentenceOf(error)}
        >
          <TextInput
            type="password"
            name="api-key"
            autoComplete="current-password"
            required
            isCode
            value={apiKey}
            onChange={setApiKey}
          />
        </Field>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Sign in
        </Button>
      </form>
    </div>
  );
}
