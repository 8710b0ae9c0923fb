import type { Workflow } from "@tidings/contract";
import { useEnvironment, useMay } from "../../app/environment.tsx";
import { LinkButton } from "../../app/link-button.tsx";
import { addressIn } from "../../app/navigation.ts";
import { Refusal } from "../../app/refusal.tsx";
import { Button } from "../../components/button.tsx";
import { ErrorBox } from "../../components/error-box.tsx";
import { Moment } from "../../components/moment.tsx";
import { draftProblem } from "../draft-problems.ts";
import styles from "./editor.module.css";
import type { DraftState } from "./use-draft.ts";
import { draftOfMoment, outdatedSentence, restored, words } from "./words.ts";

type BarsProps = { stored: Workflow; state: DraftState; refusal: Error | undefined };

/** What a person should know about the draft before going on. */
export function DraftBars({ stored, state, refusal }: BarsProps) {
  const mayManage = useMay("manage");
  return (
    <div className={styles.bars}>
      {!mayManage && <p>{words.readOnly}</p>}
      {state.restoredFrom && !state.isOutdated && (
        <p role="status">
          {draftOfMoment} <Moment at={state.restoredFrom} isInSentence /> {restored}
        </p>
      )}
      {state.isOutdated && <Outdated stored={stored} state={state} />}
      {refusal && <Refusal title={words.refused} error={refusal} wordsOf={draftProblem} />}
    </div>
  );
}

/** Another person has saved since the draft was begun. */
function Outdated({ stored, state }: Omit<BarsProps, "refusal">) {
  const { environment } = useEnvironment();
  const { version = 1, workflowId } = stored;
  const versions = `workflows/${encodeURIComponent(workflowId)}/versions`;
  const compared = { compare: `${state.version}..${version}` };
  const action = (
    <div className={styles.choices}>
      <LinkButton to={addressIn(environment.identifier, versions)} search={compared} isSmall>
        {words.compare}
      </LinkButton>
      <Button isSmall onClick={state.rebase}>
        {words.overwrite}
      </Button>
      <Button isSmall onClick={state.discard}>
        {words.useStored}
      </Button>
    </div>
  );
  return (
    <ErrorBox title={words.conflict} action={action}>
      {outdatedSentence(state.version, version)}
    </ErrorBox>
  );
}
