import type { Endpoint } from "../../http/endpoint.ts";
import { getSubscriberPreferences } from "./get-subscriber-preferences.ts";
import { updateSubscriberPreferences } from "./update-subscriber-preferences.ts";
import { updateSubscriberPreferencesBulk } from "./update-subscriber-preferences-bulk.ts";

export const preferenceEndpoints: readonly Endpoint[] = [
  getSubscriberPreferences,
  updateSubscriberPreferences,
  updateSubscriberPreferencesBulk,
];
