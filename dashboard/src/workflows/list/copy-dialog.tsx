import { useQuery } from "@tanstack/react-query";
import { TidingsError } from "@tidings/client";
import type { WorkflowListItem } from "@tidings/contract";
import { useState } from "react";
import { useEnvironment } from "../../app/environment.tsx";
import { FailedRead } from "../../app/failed-read.tsx";
import { useWrite } from "../../app/read.ts";
import { clientOf, queryClient } from "../../app/service.ts";
import { type SessionEnvironment, useSession } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, Select } from "../../components/field.tsx";
import { say } from "../../components/toast.tsx";
import { copyTargets } from "./copy-targets.ts";
import styles from "./list.module.css";
import { words } from "./words.ts";

type CopyDialogProps = { workflow: WorkflowListItem; onClose: () => void };

/** Copies a workflow to another environment; says before what is there. */
export function CopyDialog({ workflow: { workflowId, name }, onClose }: CopyDialogProps) {
  const { environment } = useEnvironment();
  const { session } = useSession();
  const others = copyTargets(session, environment._id);
  const [targetId, setTargetId] = useState(others[0]?._id ?? "");
  const target = others.find(({ _id }) => _id === targetId);
  const copy = useWrite((client, targetEnvironmentId: string) =>
    client.workflows.sync(workflowId, { targetEnvironmentId }),
  );
  const start = (): void =>
    copy.mutate(targetId, {
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: [targetId] });
        say(words.copied(name, target?.name ?? ""));
        onClose();
      },
    });
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button kind="primary" onClick={start} isBusy={copy.isPending}>
        {words.doCopy}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.copyTitle(name)}
      description={words.copyWhat}
      footer={footer}
    >
      <div className={styles.form}>
        <Field label={words.target}>
          <Select
            value={targetId}
            onChange={setTargetId}
            choices={others.map(({ _id, name: label }) => ({ value: _id, label }))}
          />
        </Field>
        {target && <WhatIsThere environment={target} workflowId={workflowId} />}
        {copy.error && <FailedRead title={words.notCopied} error={copy.error} />}
      </div>
    </Dialog>
  );
}

type ThereProps = { environment: SessionEnvironment; workflowId: string };

/** What the copy would replace. */
function WhatIsThere({ environment: { _id, name }, workflowId }: ThereProps) {
  const { data, isPending } = useQuery({
    queryKey: [_id, "workflow", workflowId, "if-any"],
    queryFn: async () => {
      const found = await clientOf(_id)
        .workflows.get(workflowId)
        .catch((error: unknown) => {
          if (error instanceof TidingsError && error.status === 404) return undefined;
          throw error;
        });
      return { version: found?.version };
    },
  });
  if (isPending) return <p role="status">{words.lookingThere}</p>;
  if (!data) return null;
  const { version } = data;
  return <p role="status">{version === undefined ? words.isNotThere(name) : words.isThere(name, version)}</p>;
}
