import { useNavigate } from "@tanstack/react-router";
import { triggerEvent, type Workflow } from "@tidings/contract";
import { useConfirmReach } from "../app/confirm.tsx";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { addressIn } from "../app/navigation.ts";
import { useShortcut } from "../app/shortcuts.tsx";
import { Button } from "../components/button.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { ErrorBox } from "../components/error-box.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { type TriggerSearch, useDraft } from "./draft.ts";
import { ExplanationView } from "./explanation-view.tsx";
import { MoreFields } from "./more-fields.tsx";
import { PayloadEditor } from "./payload-editor.tsx";
import { fieldsOf } from "./payload-schema.ts";
import { RecipientPicker } from "./recipient-picker.tsx";
import { Refusal } from "./refusal.tsx";
import { useTrigger } from "./send.ts";
import styles from "./trigger.module.css";
import { triggerOf } from "./trigger-body.ts";
import { Trail } from "./trigger-trail.tsx";
import { useExplanation } from "./use-explanation.ts";
import { people, reaches, statusSentence, unknownPeople, words } from "./words.ts";

/** On the left what is triggered, on the right what would happen. */
export function TriggerForm({ workflow, search }: { workflow: Workflow; search: TriggerSearch }) {
  const { draft, change } = useDraft(workflow, search);
  const { body, problems } = triggerOf(workflow.workflowId, draft);
  const fields = fieldsOf(workflow.payloadSchema);
  const isComplete = draft.to.length > 0 && Object.keys(problems).length === 0;
  const { explanation, error } = useExplanation(isComplete ? body : undefined);
  const reached = explanation ? explanation.recipients.length : undefined;
  const sending = useSending({ workflow, body, isComplete, reached, hasMore: explanation?.hasMore });
  const call = {
    operation: triggerEvent,
    body,
    sdk: { method: "events.trigger", args: [body] },
    cli: commandOf(body),
  };
  const { write, send, mayTrigger } = sending;
  const actions = (
    <>
      <CopyAs call={call} />
      {mayTrigger && (
        <Button kind="primary" onClick={send} isBusy={write.isPending} disabled={!isComplete}>
          {words.trigger}
        </Button>
      )}
    </>
  );
  const status = write.data?.result.status;
  return (
    <>
      <PageHeader
        title={`${words.title} ${workflow.name}`}
        trail={<Trail search={search} />}
        actions={actions}
      />
      {write.error && <Refusal title={words.refused} error={write.error} />}
      {status && status !== "processed" && (
        <ErrorBox title={words.refused}>{statusSentence(status)}</ErrorBox>
      )}
      <div className={styles.columns}>
        <div className={styles.form}>
          <RecipientPicker to={draft.to} onChange={(to) => change({ to })} />
          <section className={styles.payload} aria-label={words.payload}>
            {fields.length > 0 && <h2>{words.payload}</h2>}
            <PayloadEditor
              fields={fields}
              text={draft.payload}
              onChange={(payload) => change({ payload })}
              error={problems.payload}
            />
          </section>
          <MoreFields draft={draft} problems={problems} onChange={change} />
        </div>
        <ExplanationView isAsked={isComplete} explanation={explanation} error={error} to={draft.to} />
      </div>
    </>
  );
}

type Body = ReturnType<typeof triggerOf>["body"];

type SendingInput = {
  workflow: Workflow;
  body: Body;
  isComplete: boolean;
  reached: number | undefined;
  hasMore: boolean | undefined;
};

/** Asks where the trigger reaches many people or a protected environment, triggers, and opens what came of it. */
function useSending({ workflow, body, isComplete, reached, hasMore = false }: SendingInput) {
  const { environment } = useEnvironment();
  const navigate = useNavigate();
  const confirmReach = useConfirmReach();
  const mayTrigger = useMay("trigger");
  const write = useTrigger();
  const send = async (): Promise<void> => {
    if (!mayTrigger || !isComplete || write.isPending) return;
    const who = reached === undefined ? unknownPeople : people(reached, hasMore);
    const count = hasMore || reached === undefined ? Number.POSITIVE_INFINITY : reached;
    if (!(await confirmReach(reaches(workflow.name, who), count))) return;
    write.mutate(
      { body, isForOne: reached === 1 && !hasMore },
      {
        onSuccess: ({ result, notificationId }) => {
          if (result.status !== "processed" || !result.transactionId) return;
          const path = notificationId
            ? `notifications/${notificationId}`
            : `triggers/${encodeURIComponent(result.transactionId)}`;
          void navigate({ to: addressIn(environment.identifier, path) });
        },
      },
    );
  };
  useShortcut("Mod+enter", words.triggerShortcut, () => void send());
  return { write, send: () => void send(), mayTrigger };
}

function commandOf({ name, to, payload, overrides, transactionId }: Body): string[] {
  const recipients = [to]
    .flat()
    .flatMap((one) => ["--to", typeof one === "string" ? one : JSON.stringify(one)]);
  const flags = [
    ...(Object.keys(payload ?? {}).length > 0 ? ["--payload", JSON.stringify(payload)] : []),
    ...(overrides ? ["--overrides", JSON.stringify(overrides)] : []),
    ...(transactionId ? ["--transaction-id", transactionId] : []),
  ];
  return ["trigger", name, ...recipients, ...flags];
}
