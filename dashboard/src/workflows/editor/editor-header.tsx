import { Link } from "@tanstack/react-router";
import type { Workflow } from "@tidings/contract";
import { confirm } from "../../app/confirm.tsx";
import { useEnvironment, useMay } from "../../app/environment.tsx";
import { LinkButton } from "../../app/link-button.tsx";
import { addressIn } from "../../app/navigation.ts";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import styles from "./editor.module.css";
import type { DraftState } from "./use-draft.ts";
import { draftSentence, words } from "./words.ts";

type HeaderProps = { stored: Workflow; state: DraftState; canSave: boolean; onSave: () => void };

/** The name of the workflow, what is stored of it, and the buttons. */
export function EditorHeader({ stored, state, canSave, onSave }: HeaderProps) {
  const { environment } = useEnvironment();
  const mayManage = useMay("manage");
  const mayTrigger = useMay("trigger");
  const address = (path: string) => addressIn(environment.identifier, path);
  const own = `workflows/${encodeURIComponent(stored.workflowId)}`;
  const { changes, discard } = state;
  const askToDiscard = async () => {
    const question = { title: words.discardTitle, description: words.discardWhy, action: words.discard };
    if (await confirm({ ...question, isDanger: true })) discard();
  };
  const actions = (
    <>
      <LinkButton to={address(`${own}/versions`)}>{words.versions}</LinkButton>
      {mayTrigger && <LinkButton to={address(`${own}/trigger`)}>{words.triggerLink}</LinkButton>}
      {mayManage && changes > 0 && <Button onClick={() => void askToDiscard()}>{words.discard}</Button>}
      {mayManage && (
        <Button kind="primary" onClick={onSave} disabled={!canSave} aria-keyshortcuts="Control+S">
          {words.save}
        </Button>
      )}
    </>
  );
  return (
    <PageHeader
      title={state.draft.name}
      trail={<Link to={address("workflows")}>{words.trail}</Link>}
      actions={actions}
    >
      <p className={styles.facts}>
        <code>{stored.workflowId}</code>
        <span>version {stored.version}</span>
        <Chip tone={stored.active ? "ok" : "idle"}>{stored.active ? words.active : words.inactive}</Chip>
        <span>
          saved <Moment at={stored.updatedAt} isStored isInSentence />
        </span>
        <strong role="status">{changes > 0 && draftSentence(changes)}</strong>
      </p>
    </PageHeader>
  );
}
