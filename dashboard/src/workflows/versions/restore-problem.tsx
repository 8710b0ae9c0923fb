import { FailedRead } from "../../app/failed-read.tsx";
import { ErrorBox } from "../../components/error-box.tsx";
import type { Restore } from "./use-restore.ts";
import { words } from "./words.ts";

/** Why nothing was restored. */
export function RestoreProblem({ restore: { error, isConflict } }: { restore: Restore }) {
  if (!error) return null;
  if (isConflict) return <ErrorBox title={words.changedMeanwhile}>{words.changedMeanwhileWhy}</ErrorBox>;
  return <FailedRead title={words.notRestored} error={error} />;
}
