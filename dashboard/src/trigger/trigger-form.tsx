import type { Workflow } from "@tidings/contract";
import { Refusal } from "../app/refusal.tsx";
import { ErrorBox } from "../components/error-box.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { statusSentence } from "../timeline/trigger-status.ts";
import { useExplanation } from "../timeline/use-explanation.ts";
import { useDraft } from "./draft.ts";
import { ExplanationView } from "./explanation-view.tsx";
import { MoreFields } from "./more-fields.tsx";
import { PayloadEditor } from "./payload-editor.tsx";
import { fieldsOf } from "./payload-schema.ts";
import { RecipientPicker } from "./recipient-picker.tsx";
import type { Chosen } from "./recipients.ts";
import type { TriggerSearch } from "./search.ts";
import styles from "./trigger.module.css";
import { TriggerActions } from "./trigger-actions.tsx";
import { type Problems, type TriggerDraft, triggerOf } from "./trigger-body.ts";
import { Trail } from "./trigger-trail.tsx";
import { useSending } from "./use-sending.ts";
import { words } from "./words.ts";

/** On the left what is triggered, on the right what would happen. */
export function TriggerForm({ workflow, search }: { workflow: Workflow; search: TriggerSearch }) {
  const { draft, change } = useDraft(workflow, search);
  const { body, problems } = triggerOf(workflow.workflowId, draft);
  const isComplete = draft.to.length > 0 && Object.keys(problems).length === 0;
  const explained = useExplanation(isComplete ? body : undefined);
  const { explanation, isCurrent } = explained;
  const sending = useSending({
    workflow,
    body,
    isComplete,
    reached: isCurrent && explanation ? explanation.recipients.length : countOf(draft.to),
    hasMore: isCurrent && explanation?.hasMore,
    // The same id would not be executed a second time.
    onTriggered: () => change({ transactionId: "" }),
  });
  const { data: triggered, error: refusal } = sending.write;
  const status = triggered?.result.status;
  return (
    <>
      <PageHeader
        title={`${words.title} ${workflow.name}`}
        trail={<Trail search={search} />}
        actions={<TriggerActions body={body} isComplete={isComplete} sending={sending} />}
      />
      {refusal && <Refusal title={words.refused} error={refusal} />}
      {status && status !== "processed" && (
        <ErrorBox title={words.refused}>{statusSentence(status)}</ErrorBox>
      )}
      <div className={styles.columns}>
        <Inputs workflow={workflow} draft={draft} problems={problems} onChange={change} />
        <ExplanationView isAsked={isComplete} explained={explained} />
      </div>
    </>
  );
}

/** Before it is explained: topics may have any number of members. */
const countOf = (to: readonly Chosen[]): number | undefined =>
  to.some(({ kind }) => kind === "topic") ? undefined : to.length;

type InputsProps = {
  workflow: Workflow;
  draft: TriggerDraft;
  problems: Problems;
  onChange: (changes: Partial<TriggerDraft>) => void;
};

function Inputs({ workflow, draft, problems, onChange }: InputsProps) {
  const fields = fieldsOf(workflow.payloadSchema);
  return (
    <div className={styles.form}>
      <RecipientPicker to={draft.to} onChange={(to) => onChange({ to })} />
      <section className={styles.payload} aria-label={words.payload}>
        {fields.length > 0 && <h2>{words.payload}</h2>}
        <PayloadEditor
          fields={fields}
          text={draft.payload}
          onChange={(payload) => onChange({ payload })}
          error={problems.payload}
        />
      </section>
      <MoreFields draft={draft} problems={problems} onChange={onChange} />
    </div>
  );
}
