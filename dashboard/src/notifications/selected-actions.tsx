import type { Notification } from "@tidings/contract";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import type { Selection } from "../components/selection.ts";
import { SelectionBar } from "../components/selection-bar.tsx";
import { CancelDialog, type CancelRequest } from "./cancel-dialog.tsx";
import { words } from "./list-words.ts";
import { areOfOneWorkflow, useTriggerAgain } from "./trigger-again.ts";

type ActionsProps = {
  rows: readonly Notification[];
  selection: Selection;
  /** Called when the listed ones may have changed. */
  onChange: () => void;
};

/** What can be done with the selected notifications: cancel those that wait, trigger the workflow again. */
export function SelectedActions({ rows, selection, onChange }: ActionsProps) {
  const [request, setRequest] = useState<CancelRequest>();
  const again = useTriggerAgain();
  const selected = rows.filter(({ _id = "" }) => selection.ids.has(_id));
  const ask = () => {
    const ids = selected.filter(({ state }) => state === "waiting").map(({ _id = "" }) => _id);
    setRequest({ ids, over: selected.length - ids.length });
  };
  const done = () => {
    selection.set([]);
    onChange();
  };
  const isOne = areOfOneWorkflow(selected);
  return (
    <>
      <SelectionBar selection={selection}>
        <Button isSmall onClick={ask}>
          {words.cancelSelected}
        </Button>
        <Button isSmall disabled={!isOne} isBusy={again.isBusy} onClick={() => again.start(selected)}>
          {words.triggerAgain}
        </Button>
        {!isOne && <span>{words.oneWorkflow}</span>}
      </SelectionBar>
      {request && <CancelDialog request={request} onClose={() => setRequest(undefined)} onDone={done} />}
    </>
  );
}
