import type { Endpoint } from "../../http/endpoint.ts";
import { getSubscriberPreferences } from "./get-subscriber-preferences.ts";
import { inboxPreferenceEndpoints } from "./inbox-preference-endpoints.ts";
import { listPreferencesByLevelV1, listPreferencesOfWorkflowsV1 } from "./list-preferences-v1.ts";
import { updatePreferenceOfWorkflowV1, updatePreferencesOfAllV1 } from "./update-preferences-v1.ts";
import { updateSubscriberPreferences } from "./update-subscriber-preferences.ts";
import { updateSubscriberPreferencesBulk } from "./update-subscriber-preferences-bulk.ts";

export const preferenceEndpoints: readonly Endpoint[] = [
  getSubscriberPreferences,
  updateSubscriberPreferences,
  updateSubscriberPreferencesBulk,
  listPreferencesOfWorkflowsV1,
  listPreferencesByLevelV1,
  updatePreferenceOfWorkflowV1,
  updatePreferencesOfAllV1,
  ...inboxPreferenceEndpoints,
];
