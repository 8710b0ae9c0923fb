import { TidingsError } from "@tidings/client";
import { ErrorBox } from "../components/error-box.tsx";
import { RetryButton } from "./retry-button.tsx";
import { requestIdOf } from "./service.ts";

type FailedReadProps = {
  /** What could not be done: "The notifications could not be read". */
  title: string;
  error: Error;
  onRetry?: () => void;
};

/** Why a request failed, with its id and a way to try again. */
export function FailedRead({ title, error, onRetry }: FailedReadProps) {
  const action = onRetry && <RetryButton error={error} onRetry={onRetry} />;
  return (
    <ErrorBox title={title} requestId={requestIdOf(error)} action={action}>
      {sentenceOf(error)}
    </ErrorBox>
  );
}

/** A sentence for a person; the server's messages are such sentences. */
export function sentenceOf(error: Error): string {
  if (!(error instanceof TidingsError)) return error.message;
  if (error.status === 0) return "The service cannot be reached. It may be restarting.";
  return error.message;
}
