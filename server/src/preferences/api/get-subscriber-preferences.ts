import { getSubscriberPreferences as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { subscriberNotFound } from "../../subscribers/api/subscriber-wire.ts";
import { findSubscriber } from "../../subscribers/subscriber-store.ts";
import { overviewPreferences } from "../subscriber-preferences.ts";
import { toPreferences } from "./preference-wire.ts";

export const getSubscriberPreferences = endpoint(
  operation,
  async ({ database, environment, params, query }) => {
    const subscriber = await findSubscriber(database, environment.id, params.subscriberId);
    if (!subscriber) throw subscriberNotFound(params.subscriberId);
    const { criticality = "nonCritical" } = query;
    const requested = { subscriberId: subscriber.id, criticality };
    return toPreferences(await overviewPreferences(database, environment.id, requested));
  },
);
