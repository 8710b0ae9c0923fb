import { type Brand, type ProviderId, type Suppression, toBrand } from "@tidings/contract";
import { subscriberKeyOf } from "../../foundation/ids.ts";
import type { ListedSuppression, SuppressionFilter } from "../suppression-store.ts";

type WireFilter = Omit<SuppressionFilter, "subscriberKey"> & { subscriberId?: string | undefined };

export function fromFilter({ subscriberId, ...filter }: WireFilter): SuppressionFilter {
  return { ...filter, subscriberKey: subscriberId === undefined ? undefined : subscriberKeyOf(subscriberId) };
}

/** The wire form of a suppression. */
export function toSuppression(suppression: ListedSuppression, brand: Brand): Suppression {
  const { id, channel, address, reason, explanation, providerId } = suppression;
  return {
    _id: id,
    channel,
    address,
    reason,
    explanation,
    providerId: toBrand(providerId as ProviderId, brand),
    _integrationId: suppression.integrationId,
    _messageId: suppression.messageId,
    subscriberId: suppression.subscriberKey,
    createdAt: suppression.createdAt.toISOString(),
  };
}
