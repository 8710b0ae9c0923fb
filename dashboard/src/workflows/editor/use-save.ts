import { TidingsError } from "@tidings/client";
import type { Workflow, WorkflowReplacement } from "@tidings/contract";
import { useEnvironment } from "../../app/environment.tsx";
import { sentenceOf } from "../../app/failed-read.tsx";
import { useWrite } from "../../app/read.ts";
import { queryClient } from "../../app/service.ts";
import { say } from "../../components/toast.tsx";
import type { DraftState } from "./use-draft.ts";
import { words } from "./words.ts";

type Input = { body: WorkflowReplacement; migrate: boolean; ifVersion: number };

/** Stores the draft as a new version, if the version it was made from still is the current one. */
export function useSave({ _id }: Workflow, state: DraftState, onClose: () => void) {
  const { environment } = useEnvironment();
  const write = useWrite(
    (client, { body, ...query }: Input) => client.workflows.update(_id, body, query),
    [["workflow"], ["workflows"], ["workflow-versions"]],
  );
  const run = (migrate: boolean): void => {
    const body = state.draft as WorkflowReplacement;
    write.mutate(
      { body, migrate, ifVersion: state.version },
      {
        onSuccess: ({ version }) => {
          state.discard();
          onClose();
          say(`${words.saved} ${version}`);
        },
        // The page shows the other version, and lets choose.
        onError: (error) => {
          if (!isConflict(error)) return;
          void queryClient.invalidateQueries({ queryKey: [environment._id, "workflow"] });
          onClose();
        },
      },
    );
  };
  const problem = write.error && sentenceOf(write.error);
  return { run, isPending: write.isPending, problem };
}

const isConflict = (error: Error): boolean => error instanceof TidingsError && error.status === 409;
