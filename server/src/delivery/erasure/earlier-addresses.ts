import type { Queryable } from "../../database/database.ts";
import type { SubscriberKey } from "../../foundation/ids.ts";
import { addressesOf, searchable } from "../../subscribers/delete-subscriber.ts";
import type { Subscriber } from "../../subscribers/subscriber.ts";
import { findSentTo, findSuppressed } from "./earlier-address-store.ts";
import type { Erasure } from "./erasure-claim-store.ts";
import type { OwnNotification } from "./personal-data-store.ts";
import { isContact } from "./redact.ts";
import { findBroughtAlong } from "./trigger-erasure-store.ts";

/**
 * How many addresses of each kind (e-mail addresses and telephone numbers; all others) the earlier ones may fill up to, because the
 * erasure searches for each in every payload: 400 forms take 0.4 s in 8 MB. All addresses of the moment of the deletion are searched for.
 */
const MAX_OF_A_KIND = 100;

/**
 * The addresses of the erasure with earlier ones of the subscriber, which payloads for others may hold, too: where the messages of these
 * notifications were sent, what their triggers brought along, and, with the first notifications, what is suppressed.
 */
export async function withEarlierAddresses(
  tx: Queryable,
  erasure: Erasure,
  notifications: readonly OwnNotification[],
): Promise<string[]> {
  const { environmentId, addresses, lastId, subscriberKey } = erasure;
  const ids = notifications.map(({ id }) => id);
  const triggerIds = notifications.map(({ triggerId }) => triggerId);
  const found = searchable([
    ...(lastId === "" ? await findSuppressed(tx, erasure, MAX_OF_A_KIND) : []),
    ...(await findSentTo(tx, erasure, ids)),
    ...(await addressesBroughtAlong(tx, environmentId, triggerIds, subscriberKey)),
  ]);
  const more = found.filter((address) => !addresses.includes(address));
  const added = [isContact, (address: string) => !isContact(address)].flatMap((isOfKind) => {
    const room = Math.max(0, MAX_OF_A_KIND - addresses.filter(isOfKind).length);
    return more.filter(isOfKind).slice(0, room);
  });
  return [...addresses, ...added];
}

/** Addresses that these triggers brought along for the subscriber. */
export async function addressesBroughtAlong(
  tx: Queryable,
  environmentId: string,
  triggerIds: readonly string[],
  subscriberKey: SubscriberKey,
): Promise<string[]> {
  const brought = await findBroughtAlong(tx, environmentId, triggerIds, { subscriberKey });
  return brought.flatMap(({ profile, channels }) =>
    addressesOf({ subscriberKey, ...profile, channels } as Subscriber),
  );
}
