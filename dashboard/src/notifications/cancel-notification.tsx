import { confirm } from "../app/confirm.tsx";
import { useMay } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { say } from "../components/toast.tsx";
import { isOpenStatus } from "../timeline/step-state.ts";
import { notificationWords as words } from "./notification-words.ts";
import { notificationKeys, type ReadNotification } from "./use-notification.ts";

/** Shown while a step waits; says which steps it ends. */
export function CancelNotification({ read: { notification, timeline } }: { read: ReadNotification }) {
  const id = notification._id ?? "";
  const mayCancel = useMay("trigger");
  const cancel = useWrite((client) => client.notifications.cancel(id), notificationKeys(id));
  const open = timeline.steps.filter(({ status }) => isOpenStatus(status)).map(({ name }) => `“${name}”`);
  if (!mayCancel || open.length === 0) return null;
  const ask = async () => {
    const steps = new Intl.ListFormat("en").format(open);
    const isConfirmed = await confirm({
      title: words.cancelTitle,
      description: words.cancelWhat(steps),
      action: words.doCancel,
      isDanger: true,
    });
    if (!isConfirmed) return;
    cancel.mutate(undefined, {
      onSuccess: () => say(words.canceled),
      onError: (error) => say(`${words.notCanceled}: ${sentenceOf(error)}`),
    });
  };
  return (
    <Button onClick={() => void ask()} isBusy={cancel.isPending}>
      {words.cancel}
    </Button>
  );
}
