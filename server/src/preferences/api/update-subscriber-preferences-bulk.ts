import { updateSubscriberPreferencesBulk as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { subscriberNotFound } from "../../subscribers/api/subscriber-wire.ts";
import { changePreferences } from "../change-preferences.ts";
import { preferencesOf } from "../subscriber-preferences.ts";
import { fromBulk, toChanged } from "./preference-wire.ts";

export const updateSubscriberPreferencesBulk = (api: Api) =>
  endpoint(operation, async ({ environment, params: { subscriberId }, body }) => {
    const change = { subscriberId, ofWorkflows: fromBulk(body) };
    const changed = await changePreferences(api.database, environment.id, change);
    if (!changed) throw subscriberNotFound(subscriberId);
    return (await preferencesOf(api.database, environment.id, changed)).map(toChanged);
  });
