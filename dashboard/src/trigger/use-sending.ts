import { useNavigate } from "@tanstack/react-router";
import type { Trigger, Workflow } from "@tidings/contract";
import { useConfirmReach } from "../app/confirm.tsx";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { addressIn } from "../app/navigation.ts";
import { useShortcut } from "../app/shortcuts.tsx";
import { useTrigger } from "./send.ts";
import { people, reaches, unknownPeople, words } from "./words.ts";

type SendingInput = {
  workflow: Workflow;
  body: Trigger;
  isComplete: boolean;
  /** Undefined: not known, because a topic is among the recipients. */
  reached: number | undefined;
  hasMore: boolean | undefined;
  onTriggered: () => void;
};

/** Asks where the trigger reaches many people or a protected environment, triggers, and opens what came of it. */
export function useSending(input: SendingInput) {
  const { workflow, body, isComplete, reached, hasMore = false, onTriggered } = input;
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
          onTriggered();
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
