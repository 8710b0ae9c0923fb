import type { Integration, Message, Notification } from "@tidings/contract";
import { useRead } from "../app/read.ts";
import { notificationTimeline, type Timeline } from "../timeline/timeline.ts";

/** A page of messages that holds those of one notification: workflows have fewer steps than this. */
const MESSAGES_LIMIT = 100;

export type ReadNotification = {
  readonly notification: Notification;
  readonly timeline: Timeline;
  readonly messages: readonly Message[];
  /** Names of integrations by their providers. */
  readonly carriers: ReadonlyMap<string, string>;
  /** Ids of integrations by their providers. */
  readonly integrationIds: ReadonlyMap<string, string>;
};

/** The keys of what the page reads, for writes that change it. */
export const notificationKeys = (id: string) => [
  ["notification", id],
  ["messages-of", id],
];

/** A notification with its messages; read again whenever the service hints at a change of it. */
export function useNotification(id: string) {
  const live = [`notification:${id}`] as const;
  const read = useRead(["notification", id], (client) => client.notifications.get(id), { live });
  const notification = read.data;
  const messages = useMessages(id, notification);
  const integrations = useIntegrations();
  const carriers = new Map(integrations.map(({ providerId, name }) => [providerId, name]));
  const integrationIds = new Map(integrations.map(({ providerId, _id }) => [providerId, _id ?? ""]));
  const data = notification && {
    notification,
    messages,
    carriers,
    integrationIds,
    timeline: notificationTimeline(notification, { messages, carriers }),
  };
  return { data, error: read.error, retry: () => void read.refetch() };
}

function useMessages(id: string, notification: Notification | undefined): readonly Message[] {
  const { transactionId, subscriber } = notification ?? {};
  const { data } = useRead(
    ["messages-of", id],
    (client) =>
      client.messages.list({
        transactionId: transactionId === undefined ? [] : [transactionId],
        ...(subscriber ? { subscriberId: subscriber.subscriberId } : {}),
        limit: MESSAGES_LIMIT,
      }),
    { live: [`notification:${id}`], isEnabled: transactionId !== undefined },
  );
  return data?.data.filter((message) => message._notificationId === id) ?? [];
}

/** The integrations that are the only ones of their provider; without the right to read them, none. */
function useIntegrations(): readonly Integration[] {
  const { data = [] } = useRead(["integrations"], (client) => client.integrations.list());
  const all = data as readonly Integration[];
  return all.filter(({ providerId }) => all.filter((other) => other.providerId === providerId).length === 1);
}
