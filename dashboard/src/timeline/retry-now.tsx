import { useConfirmReach } from "../app/confirm.tsx";
import { useMay } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { longTime, useTimes, zoneOf } from "../components/times.ts";
import { say } from "../components/toast.tsx";
import { RETRY_WORDS as words } from "./words.ts";

type RetryProps = {
  /** The messages that wait for their next attempt. */
  messageIds: readonly string[];
  person: string;
  /** What is read again afterwards. */
  changes: readonly (readonly unknown[])[];
  isSmall?: boolean;
};

/** Makes the planned attempt now; nothing where none is planned, and for sessions that may not. */
export function RetryNow({ messageIds, person, changes, isSmall }: RetryProps) {
  const mayManage = useMay("manage");
  const confirmReach = useConfirmReach();
  const { of } = useTimes();
  const retry = useWrite(({ messages }) => Promise.all(messageIds.map((id) => messages.retry(id))), changes);
  if (!mayManage || messageIds.length === 0) return null;
  const start = async (): Promise<void> => {
    if (!(await confirmReach(words.reaches(person), 1))) return;
    retry.mutate(undefined, {
      onSuccess: (answers) => {
        const { reason, until } = answers.find(({ heldBack }) => heldBack)?.heldBack ?? {};
        if (!reason) return say(words.begun);
        say(words[reason](until && longTime(new Date(until), zoneOf(of))));
      },
      onError: (error) => say(`${words.refused}: ${sentenceOf(error)}`),
    });
  };
  return (
    <Button {...(isSmall ? { isSmall } : {})} isBusy={retry.isPending} onClick={() => void start()}>
      {words.now}
    </Button>
  );
}
