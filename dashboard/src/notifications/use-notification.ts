import type { Message, Notification } from "@tidings/contract";
import { useRead } from "../app/read.ts";
import { notificationTimeline, type Timeline } from "../timeline/timeline.ts";
import { useCarriers, useSingleIntegrations } from "../timeline/use-carriers.ts";

/** A page of messages that holds those of one notification: workflows have fewer steps than this. */
const MESSAGES_LIMIT = 100;

export type ReadNotification = {
  readonly notification: Notification;
  readonly timeline: Timeline;
  readonly messages: readonly Message[];
  /** The time zone of the subscriber, if they have one. */
  readonly zone: string | undefined;
  /** Names of integrations, see `carriersOf`. */
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
  const messages = useMessages(id);
  const zone = useZoneOf(notification?.subscriber?.subscriberId);
  const carriers = useCarriers();
  const integrations = [...useSingleIntegrations()];
  const integrationIds = new Map(integrations.map(([providerId, { _id }]) => [providerId, _id ?? ""]));
  const data = notification && {
    notification,
    messages,
    zone,
    carriers,
    integrationIds,
    timeline: notificationTimeline(notification, { messages, carriers }),
  };
  return { data, error: read.error, retry: () => void read.refetch() };
}

/** Notifications do not have the zone of their subscriber, who may be deleted. */
function useZoneOf(subscriberId: string | undefined): string | undefined {
  const { data } = useRead(
    ["subscriber", subscriberId],
    (client) => client.subscribers.get(subscriberId ?? ""),
    { isEnabled: subscriberId !== undefined },
  );
  return data?.timezone ?? undefined;
}

function useMessages(id: string): readonly Message[] {
  const { data } = useRead(
    ["messages-of", id],
    (client) => client.messages.list({ notificationId: id, limit: MESSAGES_LIMIT, includeTotal: false }),
    { live: [`notification:${id}`] },
  );
  return data?.data ?? [];
}
