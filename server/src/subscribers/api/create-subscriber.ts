import { createSubscriber as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { newId } from "../../foundation/id.ts";
import type { SubscriberId } from "../../foundation/ids.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { fillNamedSubscriber } from "../named-subscriber-store.ts";
import { profileOf } from "../subscriber.ts";
import { findSubscriber, insertSubscribers, upsertSubscriber } from "../subscriber-store.ts";
import { toSubscriber } from "./subscriber-wire.ts";

export const createSubscriber = (api: Api) =>
  endpoint(operation, async ({ database, environment, query, body }) => {
    const { subscriberId: subscriberKey } = body;
    const fresh = {
      id: newId<SubscriberId>(api.clock.now().getTime()),
      subscriberKey,
      profile: profileOf(body),
    };
    if (!query.failIfExists) {
      return toSubscriber(await upsertSubscriber(database, environment.id, fresh), environment, api.brand);
    }
    const [inserted] = await insertSubscribers(database, environment.id, [fresh]);
    const created = inserted ?? (await fillNamedSubscriber(database, environment.id, fresh));
    if (created) return toSubscriber(created, environment, api.brand);
    // Novu's clients read the existing subscriber from the error response.
    const existing = await findSubscriber(database, environment.id, subscriberKey);
    throw new AppError("conflict", `Subscriber with id "${subscriberKey}" already exists`, {
      facts: existing ? toSubscriber(existing, environment, api.brand) : {},
    });
  });
