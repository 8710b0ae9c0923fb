import { TidingsError } from "@tidings/client";
import { ErrorBox } from "../components/error-box.tsx";
import { sentenceOf } from "./failed-read.tsx";
import styles from "./refusal.module.css";
import { type FieldProblem, problemsOf } from "./refused-fields.ts";
import { RetryButton } from "./retry-button.tsx";
import { requestIdOf } from "./service.ts";

type RefusalProps = {
  title: string;
  error: Error;
  onRetry?: () => void;
  /** What to do about a field, in the words of the form; undefined for fields that it does not know. */
  wordsOf?: (problem: FieldProblem) => string | undefined;
};

/** Why the service refuses what was typed, with the fields that it names. */
export function Refusal({ title, error, onRetry, wordsOf }: RefusalProps) {
  const problems = error instanceof TidingsError ? problemsOf(error) : [];
  const known = problems.flatMap((problem) => wordsOf?.(problem) ?? []);
  if (known.length > 0 && known.length === problems.length)
    return (
      <ErrorBox title={title}>
        <span className={styles.known}>
          {known.map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </span>
      </ErrorBox>
    );
  const action = onRetry && <RetryButton error={error} onRetry={onRetry} />;
  return (
    <ErrorBox title={title} requestId={requestIdOf(error)} action={action}>
      {sentenceOf(error)}
      {problems.length > 0 && (
        <span className={styles.problems}>
          {problems.map(({ field, message }) => (
            <span key={field + message}>
              {/* Most sentences begin with the name of their field. */}
              {!message.startsWith(field) && (
                <>
                  <code>{field}</code>:{" "}
                </>
              )}
              {message}
            </span>
          ))}
        </span>
      )}
    </ErrorBox>
  );
}
