import { TidingsError } from "@tidings/client";
import { ErrorBox } from "../components/error-box.tsx";
import { sentenceOf } from "./failed-read.tsx";
import styles from "./refusal.module.css";
import { problemsOf } from "./refused-fields.ts";
import { RetryButton } from "./retry-button.tsx";
import { requestIdOf } from "./service.ts";

type RefusalProps = { title: string; error: Error; onRetry?: () => void };

/** Why the service refuses what was typed, with the fields that it names. */
export function Refusal({ title, error, onRetry }: RefusalProps) {
  const problems = error instanceof TidingsError ? problemsOf(error) : [];
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
