import { updateSubscriberPreferences as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { subscriberNotFound } from "../../subscribers/api/subscriber-wire.ts";
import { changePreferences } from "../change-preferences.ts";
import { overviewPreferences } from "../subscriber-preferences.ts";
import { fromChanges, toPreferences } from "./preference-wire.ts";

export const updateSubscriberPreferences = (api: Api) =>
  endpoint(operation, async ({ environment, params: { subscriberId }, body }) => {
    const change = { subscriberId, ...fromChanges(body) };
    const changed = await changePreferences(api.database, environment.id, change);
    if (!changed) throw subscriberNotFound(subscriberId);
    const asked = { subscriberId: changed.subscriberId, criticality: "nonCritical" as const };
    return toPreferences(await overviewPreferences(api.database, environment.id, asked));
  });
