import type { TriggerReport } from "@tidings/contract";
import { confirm } from "../app/confirm.tsx";
import { useMay } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { say } from "../components/toast.tsx";
import { triggerWords as words } from "./trigger-words.ts";

/** Ends what waits of a trigger; shown while something may. */
export function CancelTrigger({ report }: { report: TriggerReport }) {
  const { transactionId, waiting, isExpanding } = report;
  const mayCancel = useMay("trigger");
  const keys = [["trigger-report", transactionId], ["recipients"]];
  const cancel = useWrite((client) => client.events.cancel(transactionId), keys);
  if (!mayCancel || (waiting === 0 && !isExpanding)) return null;
  const ask = async () => {
    const question = {
      title: words.cancelTitle,
      description: words.cancelWhat,
      action: words.doCancel,
      isDanger: true,
    };
    if (!(await confirm(question))) return;
    cancel.mutate(undefined, {
      onSuccess: (hasCanceled) => say(hasCanceled ? words.wasCanceled : words.nothingToCancel),
      onError: (error) => say(`${words.notCanceled}: ${sentenceOf(error)}`),
    });
  };
  return (
    <Button onClick={() => void ask()} isBusy={cancel.isPending}>
      {words.cancel}
    </Button>
  );
}
