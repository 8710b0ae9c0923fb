import {
  createSubscribersBulk as operation,
  SubscriberInput,
  type SubscribersBulkOutcome,
} from "@tidings/contract";
import { createItemCheck } from "../../http/check-request.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { profileOf } from "../subscriber.ts";
import { upsertSubscribers } from "../upsert-subscribers.ts";

export const createSubscribersBulk = (api: Api) => {
  const problemOf = createItemCheck(SubscriberInput, api);
  return endpoint(operation, async ({ database, environment, bytes, body }) => {
    const checked = body.subscribers.map((item) => ({ item, problem: problemOf(item, bytes) }));
    const sound = checked.filter(({ problem }) => problem === undefined).map(({ item }) => item);
    const named = sound.map((item) => ({ subscriberId: item.subscriberId, profile: profileOf(item) }));
    const { created, gone } = await upsertSubscribers(database, environment.id, {
      named,
      nowMs: api.clock.now().getTime(),
    });
    const outcome: SubscribersBulkOutcome = { created: [], updated: [], failed: [] };
    for (const [index, { item, problem }] of checked.entries()) {
      const { subscriberId } = (item ?? {}) as Partial<SubscriberInput>;
      const message = problem ?? (gone.has(item.subscriberId) ? DELETED : undefined);
      if (message !== undefined) outcome.failed.push({ index, message, ...idOf(subscriberId) });
      // Of items with the same id, the first one creates and the others update.
      else if (created.delete(item.subscriberId)) outcome.created.push({ subscriberId: item.subscriberId });
      else outcome.updated.push({ subscriberId: item.subscriberId });
    }
    return outcome;
  });
};

const DELETED = "The subscriber was deleted by another request at this moment; try again";

function idOf(subscriberId: unknown): { subscriberId?: string } {
  return typeof subscriberId === "string" ? { subscriberId } : {};
}
