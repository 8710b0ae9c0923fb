import type { Workflow } from "@tidings/contract";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorBox } from "../../components/error-box.tsx";
import { ruleProblem } from "../../timeline/rule-problems.ts";
import { useWaiting } from "../use-waiting.ts";
import { VersionDiff } from "../versions/version-diff.tsx";
import styles from "./editor.module.css";
import { issuesOf } from "./issues.ts";
import type { Check } from "./use-check.ts";
import type { DraftState } from "./use-draft.ts";
import { useSave } from "./use-save.ts";
import { waitingSentence, words } from "./words.ts";

type SaveDialogProps = { stored: Workflow; state: DraftState; check: Check; onClose: () => void };

/** What a save changes, what remains to repair, and which notifications wait; then saves. */
export function SaveDialog({ stored, state, check, onClose }: SaveDialogProps) {
  const [migrate, setMigrate] = useState(false);
  const waiting = useWaiting(stored._id);
  const save = useSave(stored, state, onClose);
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button kind="primary" isBusy={save.isPending} onClick={() => save.run(migrate)} autoFocus>
        {words.saveAction}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${words.saveTitle} ${(stored.version ?? 0) + 1}`}
      footer={footer}
      form="sheet"
    >
      <div className={styles.dialog}>
        {save.problem && <ErrorBox title={words.notSaved}>{save.problem}</ErrorBox>}
        <VersionDiff before={stored} after={check.checked} />
        <Issues workflow={check.checked} />
        {waiting && waiting.count > 0 ? (
          <div>
            <p>{waitingSentence(waiting.count, waiting.isAtLeast)}</p>
            <Checkbox label={words.migrate} isChecked={migrate} onChange={setMigrate} />
            <p className={styles.help}>{words.migrateHelp}</p>
          </div>
        ) : (
          waiting && <p>{words.noWaiting}</p>
        )}
      </div>
    </Dialog>
  );
}

function Issues({ workflow }: { workflow: Workflow }) {
  const steps = workflow.steps.flatMap((step) =>
    issuesOf(step).map(({ message }) => ({
      key: `${step.stepId} ${message}`,
      name: step.name,
      message: ruleProblem(message),
    })),
  );
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="save-issues">
      <h3 id="save-issues">{words.saveIssues}</h3>
      <ul>
        {steps.map(({ key, name, message }) => (
          <li key={key}>
            {name}: {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
