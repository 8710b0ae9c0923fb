import { AppError } from "../../foundation/app-error.ts";
import type { SubscriberKey } from "../../foundation/ids.ts";
import { subscriberNotFound } from "../../subscribers/api/subscriber-wire.ts";
import { findSubscriber } from "../../subscribers/subscriber-store.ts";
import type { Inbox } from "../session.ts";
import type { InboxCall } from "./inbox-calls.ts";

/** The inbox of a subscriber; with `contextKeys`, its part with exactly these contexts. @throws AppError not_found */
export async function needInbox(
  { database, environment }: InboxCall,
  subscriberKey: SubscriberKey,
  contextKeys: readonly string[] = [],
): Promise<Inbox> {
  const subscriber = await findSubscriber(database, environment.id, subscriberKey);
  if (!subscriber) throw subscriberNotFound(subscriberKey);
  const keys = contextKeys.filter((key) => key !== "");
  return { subscriberId: subscriber.id, contextKeys: keys.length > 0 ? keys.toSorted() : undefined };
}

/** Like `needInbox`; Novu answers 400 here. @throws AppError bad_request */
export async function needFeed(call: InboxCall, subscriberKey: SubscriberKey): Promise<Inbox> {
  return needInbox(call, subscriberKey).catch((error) => {
    const isUnknown = error instanceof AppError && error.code === "not_found";
    throw isUnknown ? new AppError("bad_request", error.message) : error;
  });
}
