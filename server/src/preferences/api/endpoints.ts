import type { Api, Endpoint } from "../../http/endpoint.ts";
import { getSubscriberPreferences } from "./get-subscriber-preferences.ts";
import { updateSubscriberPreferences } from "./update-subscriber-preferences.ts";
import { updateSubscriberPreferencesBulk } from "./update-subscriber-preferences-bulk.ts";

export function preferenceEndpoints(api: Api): Endpoint[] {
  return [
    getSubscriberPreferences(api),
    updateSubscriberPreferences(api),
    updateSubscriberPreferencesBulk(api),
  ];
}
