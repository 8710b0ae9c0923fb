import { useNavigate } from "@tanstack/react-router";
import type { Notification } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { addressIn } from "../app/navigation.ts";
import { useWrite } from "../app/read.ts";
import { say } from "../components/toast.tsx";
import { PAGE_ROWS } from "./list-filters.ts";
import { words } from "./list-words.ts";
import { type TriggerAgain, triggerAddress } from "./trigger-address.ts";

const idOfWorkflow = ({ template }: Notification): string | undefined => template?.triggers[0]?.identifier;

/** Whether all are of the same workflow, which still exists, and have a subscriber. */
export const areOfOneWorkflow = (rows: readonly Notification[]): boolean =>
  rows.length > 0 &&
  rows.every(({ subscriber }) => subscriber) &&
  new Set(rows.map((row) => idOfWorkflow(row))).size === 1 &&
  rows.every((row) => idOfWorkflow(row) !== undefined);

/** Opens the form that triggers the workflow for all subscribers of these notifications, with their payload. */
export function useTriggerAgain() {
  const { environment } = useEnvironment();
  const navigate = useNavigate();
  const read = useWrite(async ({ notifications }, rows: readonly Notification[]) => {
    const notificationIds = rows.map(({ _id = "" }) => _id);
    const { data } = await notifications.list({ notificationIds, limit: PAGE_ROWS });
    // A page with large payloads is shorter; the form could not have them anyway.
    return data.length === rows.length ? triggerAddress(data) : triggerAddress(rows);
  });
  const open = (address: TriggerAgain | undefined) => {
    if (!address) return;
    if (!address.hasPayload) say(words.payloadsDiffer);
    void navigate({ to: addressIn(environment.identifier, address.path), search: address.search as never });
  };
  const start = (rows: readonly Notification[]) =>
    read.mutate(rows, {
      onSuccess: open,
      onError: (error) => say(`${words.notTriggered}: ${sentenceOf(error)}`),
    });
  return { start, isBusy: read.isPending };
}
