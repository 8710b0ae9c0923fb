import { TidingsError } from "@tidings/client";
import { sentenceOf } from "../app/failed-read.tsx";
import { requestIdOf } from "../app/service.ts";
import { ErrorBox } from "../components/error-box.tsx";
import { problemsOf } from "./refused-fields.ts";
import styles from "./trigger.module.css";

/** Why the service refuses a trigger, with the fields that it names. */
export function Refusal({ title, error }: { title: string; error: Error }) {
  const problems = error instanceof TidingsError ? problemsOf(error) : [];
  return (
    <ErrorBox title={title} requestId={requestIdOf(error)}>
      {sentenceOf(error)}
      {problems.length > 0 && (
        <span className={styles.problems}>
          {problems.map(({ field, message }) => (
            <span key={field + message}>
              <code>{field}</code>: {message}
            </span>
          ))}
        </span>
      )}
    </ErrorBox>
  );
}
