import { useNavigate } from "@tanstack/react-router";
import { useEnvironment } from "../../app/environment.tsx";
import { Button } from "../../components/button.tsx";
import type { WorkflowFilters } from "./filters.ts";
import { NewDialog } from "./new-dialog.tsx";
import { words } from "./words.ts";

type NewWorkflowProps = {
  /** What the new workflow begins with, of the address: the dialog is open. */
  beginning: string | undefined;
  /** The identifier of the workflow that is to be copied. */
  original: string | undefined;
  filters: WorkflowFilters;
};

/** A button and the dialog that it opens. The address says that it is open. */
export function NewWorkflow({ beginning, original, filters }: NewWorkflowProps) {
  const { environment } = useEnvironment();
  const navigate = useNavigate();
  const open = (search: object) => void navigate({ to: ".", search: { ...filters, ...search } as never });
  // Two dialogs of different workflows share nothing that was typed.
  const key = `${environment._id} ${original ?? ""}`;
  return (
    <>
      <Button kind="primary" onClick={() => open({ new: "empty" })}>
        {words.new}
      </Button>
      {beginning !== undefined && (
        <NewDialog key={key} beginning={beginning} original={original} onClose={() => open({})} />
      )}
    </>
  );
}
