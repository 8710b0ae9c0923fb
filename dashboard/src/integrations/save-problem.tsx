import { sentenceOf } from "../app/failed-read.tsx";
import { requestIdOf } from "../app/service.ts";
import { CodeView } from "../components/code-view.tsx";
import { ErrorBox } from "../components/error-box.tsx";
import { answerOf } from "./save-errors.ts";
import { words } from "./words.ts";

/** Why an integration was not saved, with the provider's answer. */
export function SaveProblem({ error }: { error: Error | null }) {
  if (!error) return null;
  const answer = answerOf(error);
  return (
    <>
      <ErrorBox title={words.notSaved} requestId={requestIdOf(error)}>
        {sentenceOf(error)}
      </ErrorBox>
      {answer && <CodeView text={answer} label={words.answer} />}
    </>
  );
}
