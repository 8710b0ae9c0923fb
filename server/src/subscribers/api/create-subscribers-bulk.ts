import {
  createSubscribersBulk as operation,
  type SubscriberInput,
  type SubscribersBulkOutcome,
} from "@tidings/contract";
import type { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { profileOf } from "../subscriber.ts";
import { upsertSubscribers } from "../upsert-subscribers.ts";

export const createSubscribersBulk = (api: Api) =>
  endpoint(operation, async ({ database, environment, body, faultyItems }) => {
    const sound = body.subscribers.filter((_, index) => !faultyItems.has(index));
    const named = sound.map((item) => ({ subscriberId: item.subscriberId, profile: profileOf(item) }));
    const { created, gone } = await upsertSubscribers(database, environment.id, {
      named,
      nowMs: api.clock.now().getTime(),
    });
    const outcome: SubscribersBulkOutcome = { created: [], updated: [], failed: [] };
    for (const [index, item] of body.subscribers.entries()) {
      const { subscriberId } = (item ?? {}) as Partial<SubscriberInput>;
      const message =
        problemOf(faultyItems.get(index)) ?? (gone.has(item.subscriberId) ? DELETED : undefined);
      if (message !== undefined) outcome.failed.push({ index, message, ...idOf(subscriberId) });
      // Of items with the same id, the first one creates and the others update.
      else if (created.delete(item.subscriberId)) outcome.created.push({ subscriberId: item.subscriberId });
      else outcome.updated.push({ subscriberId: item.subscriberId });
    }
    return outcome;
  });

/** What is wrong with an item, in sentences that begin with the field. */
function problemOf(fault: AppError | undefined): string | undefined {
  return (
    fault &&
    Object.values(fault.errors ?? {})
      .flatMap(({ messages }) => messages)
      .join("; ")
  );
}

const DELETED = "The subscriber was deleted by another request at this moment; try again";

function idOf(subscriberId: unknown): { subscriberId?: string } {
  return typeof subscriberId === "string" ? { subscriberId } : {};
}
