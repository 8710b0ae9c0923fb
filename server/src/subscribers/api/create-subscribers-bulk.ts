import { createSubscribersBulk as operation, type SubscribersBulkResult } from "@tidings/contract";
import type { AppError } from "../../foundation/app-error.ts";
import { subscriberKeyOf } from "../../foundation/ids.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { profileOf } from "../subscriber.ts";
import { upsertSubscribers } from "../upsert-subscribers.ts";
import { zoneWarnings } from "../zone-warnings.ts";

export const createSubscribersBulk = (api: Api) =>
  endpoint(operation, async ({ database, environment, body: { subscribers }, faultyItems }) => {
    const sound = subscribers.filter((_, index) => !faultyItems.has(index));
    const named = sound.map((item) => ({
      subscriberKey: subscriberKeyOf(item.subscriberId),
      profile: profileOf(item),
    }));
    const nowMs = api.clock.now().getTime();
    const { created, gone } = await upsertSubscribers(database, environment.id, { named, nowMs });
    const result: SubscribersBulkResult = { created: [], updated: [], failed: [] };
    for (const [index, item] of subscribers.entries()) {
      const fault = faultyItems.get(index);
      const { subscriberId, timezone } = item ?? {};
      const deletion = gone.has(subscriberKeyOf(subscriberId)) ? DELETED : undefined;
      const message = fault ? sentencesOf(fault) : deletion;
      if (message !== undefined) result.failed.push({ index, message, ...idOf(subscriberId) });
      // Of items with the same id, the first one creates and the others update.
      else if (created.delete(subscriberKeyOf(subscriberId)))
        result.created.push({ subscriberId, ...zoneWarnings(timezone, environment) });
      else result.updated.push({ subscriberId, ...zoneWarnings(timezone, environment) });
    }
    return result;
  });

const DELETED = "The subscriber was deleted by another request at the same time; try again";

function sentencesOf({ message, errors = {} }: AppError): string {
  const sentences = Object.values(errors).flatMap(({ messages }) => messages);
  return sentences.length > 0 ? sentences.join("; ") : message;
}

function idOf(subscriberId: unknown): { subscriberId?: string } {
  return typeof subscriberId === "string" ? { subscriberId } : {};
}
