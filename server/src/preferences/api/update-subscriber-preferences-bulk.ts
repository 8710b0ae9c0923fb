import { updateSubscriberPreferencesBulk as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { subscriberNotFound } from "../../subscribers/api/subscriber-wire.ts";
import { changePreferences } from "../change-preferences.ts";
import { preferencesOf } from "../subscriber-preferences.ts";
import { fromBulk, toChanged } from "./preference-wire.ts";

export const updateSubscriberPreferencesBulk = endpoint(
  operation,
  async ({ database, environment, params: { subscriberId: subscriberKey }, body }) => {
    const change = { subscriberKey, isProven: true, ofWorkflows: fromBulk(body) };
    const changed = await changePreferences(database, environment.id, change);
    if (!changed) throw subscriberNotFound(subscriberKey);
    return (await preferencesOf(database, environment.id, changed)).map(toChanged);
  },
);
