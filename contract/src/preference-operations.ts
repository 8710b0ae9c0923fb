import { Type } from "typebox";
import { ID_MAX, line, manyOf, pathId } from "./fields.ts";
import { operation } from "./operation.ts";
import {
  ChangedPreference,
  SubscriberPreferences,
  SubscriberPreferencesBulk,
  SubscriberPreferencesChanges,
} from "./preferences.ts";
import { words } from "./vocabulary.ts";

const chapter = "Preferences";
const params = Type.Object({ subscriberId: pathId("The caller's id of the subscriber.") });

export const getSubscriberPreferences = operation({
  id: "getSubscriberPreferences",
  chapter,
  method: "GET",
  path: "/v2/subscribers/:subscriberId/preferences",
  summary: "Retrieve a subscriber's preferences",
  status: 200,
  failures: [404],
  params,
  query: Type.Object({
    criticality: Type.Optional(
      words(["nonCritical", "critical", "all"], {
        description: "Which workflows to return; default: those that are not critical.",
      }),
    ),
    contextKeys: Type.Optional(
      manyOf(line(undefined, ID_MAX), "Has no effect: preferences apply in every context."),
    ),
  }),
  response: SubscriberPreferences,
});

export const updateSubscriberPreferences = operation({
  id: "updateSubscriberPreferences",
  chapter,
  method: "PATCH",
  path: "/v2/subscribers/:subscriberId/preferences",
  summary: "Update a subscriber's preferences",
  description:
    "Sets channels for one workflow, or, without a workflow, for all. Preferences for all replace those of single workflows. Preferences of critical workflows cannot be changed.",
  status: 200,
  failures: [400, 404],
  params,
  body: SubscriberPreferencesChanges,
  response: SubscriberPreferences,
});

export const updateSubscriberPreferencesBulk = operation({
  id: "updateSubscriberPreferencesBulk",
  chapter,
  method: "PATCH",
  path: "/v2/subscribers/:subscriberId/preferences/bulk",
  summary: "Update a subscriber's preferences of many workflows",
  description: "Sets at most 100 workflows atomically: if one cannot be set, none is.",
  status: 200,
  failures: [400, 404],
  params,
  body: SubscriberPreferencesBulk,
  response: Type.Array(ChangedPreference),
});

export const PREFERENCE_OPERATIONS = [
  getSubscriberPreferences,
  updateSubscriberPreferences,
  updateSubscriberPreferencesBulk,
] as const;
