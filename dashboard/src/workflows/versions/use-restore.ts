import { useNavigate } from "@tanstack/react-router";
import { TidingsError } from "@tidings/client";
import type { Workflow } from "@tidings/contract";
import { confirm } from "../../app/confirm.tsx";
import { useEnvironment } from "../../app/environment.tsx";
import { useWrite } from "../../app/read.ts";
import { queryClient } from "../../app/service.ts";
import { say } from "../../components/toast.tsx";
import { CHANGES } from "./reads.ts";
import { words } from "./words.ts";

type Input = { version: number; ifVersion: number };

export type Restore = {
  /** Asks, then stores the content of this version as a new one. */
  ask: (version: number) => Promise<void>;
  /** The version that is being restored. */
  busy: number | undefined;
  error: Error | null;
  /** True: another version was saved since the page was read, and nothing was restored. */
  isConflict: boolean;
};

/** Restores versions, unless another one was saved since the page was read. */
export function useRestore({ workflowId, name, version: current = 1 }: Workflow): Restore {
  const { environment } = useEnvironment();
  const navigate = useNavigate();
  const write = useWrite(
    (client, { version, ifVersion }: Input) =>
      client.workflows.restoreVersion(workflowId, version, { ifVersion }),
    CHANGES,
  );
  const ask = async (version: number): Promise<void> => {
    const title = words.restoreTitle(version, name);
    const description = words.restoreWhat(version, current + 1);
    if (!(await confirm({ title, description, action: words.restore }))) return;
    write.mutate(
      { version, ifVersion: current },
      {
        onSuccess: ({ version: made = 1 }) => {
          say(made === current ? words.alreadySame(version, current) : words.restored(version, made));
          void navigate({ to: ".", search: {} });
        },
        onError: () =>
          CHANGES.forEach((key) => {
            void queryClient.invalidateQueries({ queryKey: [environment._id, ...key] });
          }),
      },
    );
  };
  return {
    ask,
    busy: write.isPending ? write.variables.version : undefined,
    error: write.error,
    isConflict: write.error instanceof TidingsError && write.error.status === 409,
  };
}
