import { type Trigger, triggerEvent } from "@tidings/contract";
import { Button } from "../components/button.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import type { useSending } from "./use-sending.ts";
import { words } from "./words.ts";

type ActionsProps = { body: Trigger; isComplete: boolean; sending: ReturnType<typeof useSending> };

/** Copies the trigger as a call, and triggers. */
export function TriggerActions({ body, isComplete, sending }: ActionsProps) {
  const { write, send, mayTrigger } = sending;
  const call = {
    operation: triggerEvent,
    body,
    sdk: { method: "events.trigger", args: [body] },
    cli: commandOf(body),
  };
  return (
    <>
      <CopyAs call={call} />
      {mayTrigger && (
        <Button kind="primary" onClick={send} isBusy={write.isPending} disabled={!isComplete}>
          {words.trigger}
        </Button>
      )}
    </>
  );
}

function commandOf({ name, to, payload, overrides, transactionId }: Trigger): string[] {
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
