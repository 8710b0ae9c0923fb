import { useConfirmReach } from "../app/confirm.tsx";
import { useMay } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { useRead, useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { say } from "../components/toast.tsx";
import { personOf } from "../timeline/person.ts";
import type { TimelineStep } from "../timeline/timeline-step.ts";
import { OFFERS } from "../timeline/why-facts.ts";
import { notificationWords as words } from "./notification-words.ts";
import { notificationKeys, type ReadNotification } from "./use-notification.ts";

const LIMIT = 100;

/** Replays the dead letters of a step; shown while it has some. */
export function SendAgainButton({ step, read }: { step: TimelineStep; read: ReadNotification }) {
  const { notification, messages } = read;
  const id = notification._id ?? "";
  const maySend = useMay("manage");
  const confirmReach = useConfirmReach();
  const letters = useDeadLetters(read);
  const own = messages
    .filter((message) => message._messageTemplateId === step.templateId)
    .map(({ _id }) => _id);
  const ids = letters.filter(({ _messageId }) => own.includes(_messageId)).map(({ _id }) => _id);
  const keys = [...notificationKeys(id), ["dead-letters-of", id]];
  const replay = useWrite((client) => client.deadLetters.replay({ ids, includeReached: true }), keys);
  if (!maySend || ids.length === 0) return null;
  const send = async () => {
    if (!(await confirmReach(words.sending(personOf(notification.subscriber)), 1))) return;
    replay.mutate(undefined, {
      onSuccess: ({ replayed }) => say(replayed > 0 ? words.sentAgain : words.notSentAgain),
      onError: (error) => say(`${words.notSentAgain}: ${sentenceOf(error)}`),
    });
  };
  return (
    <Button kind="primary" onClick={() => void send()} isBusy={replay.isPending}>
      {OFFERS.send_again}
    </Button>
  );
}

function useDeadLetters({ notification }: ReadNotification) {
  const { _id = "", transactionId, subscriber } = notification;
  const { data } = useRead(
    ["dead-letters-of", _id],
    (client) =>
      client.deadLetters.list({
        transactionId,
        limit: LIMIT,
        ...(subscriber ? { subscriberId: subscriber.subscriberId } : {}),
      }),
    { live: [`notification:${_id}`] },
  );
  return data?.data.filter(({ _notificationId }) => _notificationId === _id) ?? [];
}
