import type { Workflow, WorkflowReplacement } from "@tidings/contract";
import { useMay } from "../../app/environment.tsx";
import { useRead } from "../../app/read.ts";
import { useDelayed } from "../../app/use-delayed.ts";
import type { Draft } from "../draft.ts";

const DELAY_MS = 300;

export type Check = {
  /** The workflow that the draft would become: schemas, variables and issues. It may be of the draft before. */
  checked: Workflow;
  /** Why the service would refuse the draft. */
  refusal: Error | undefined;
};

/** What the service says about the draft, 300 ms after the last change; nothing is stored. */
export function useCheck(stored: Workflow, draft: Draft, hasChanges: boolean): Check {
  const mayManage = useMay("manage");
  const asked = useDelayed(hasChanges ? JSON.stringify(draft) : "", DELAY_MS);
  const { data, error, isPlaceholderData } = useRead(
    ["workflow-check", stored._id, stored.version, asked],
    (client) =>
      client.workflows.update(stored._id, JSON.parse(asked) as WorkflowReplacement, { dryRun: true }),
    { isEnabled: mayManage && asked !== "", keepsPrevious: true },
  );
  if (!hasChanges) return { checked: stored, refusal: undefined };
  return { checked: data ?? stored, refusal: isPlaceholderData ? undefined : (error ?? undefined) };
}
