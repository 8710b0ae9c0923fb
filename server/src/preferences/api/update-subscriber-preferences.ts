import { updateSubscriberPreferences as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { subscriberNotFound } from "../../subscribers/api/subscriber-wire.ts";
import { changePreferences } from "../change-preferences.ts";
import { overviewPreferences } from "../subscriber-preferences.ts";
import { fromChanges, toPreferences } from "./preference-wire.ts";

export const updateSubscriberPreferences = endpoint(
  operation,
  async ({ database, environment, params: { subscriberId: subscriberKey }, body }) => {
    const change = { subscriberKey, isProven: true, ...fromChanges(body) };
    const changed = await changePreferences(database, environment.id, change);
    if (!changed) throw subscriberNotFound(subscriberKey);
    const requested = { subscriberId: changed.subscriberId, criticality: "nonCritical" as const };
    return toPreferences(await overviewPreferences(database, environment.id, requested));
  },
);
