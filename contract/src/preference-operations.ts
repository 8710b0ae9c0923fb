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
const params = Type.Object({ subscriberId: pathId("The caller's own id of the subscriber.") });

/** Wire-facts 4.4. */
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
        description: "Which workflows to tell of; those that are not critical when left out.",
      }),
    ),
    contextKeys: Type.Optional(
      manyOf(line(undefined, ID_MAX), "Of no effect: preferences hold in every context."),
    ),
  }),
  answer: SubscriberPreferences,
});

/** Wire-facts 4.4. */
export const updateSubscriberPreferences = operation({
  id: "updateSubscriberPreferences",
  chapter,
  method: "PATCH",
  path: "/v2/subscribers/:subscriberId/preferences",
  summary: "Update a subscriber's preferences",
  description:
    "Sets channels of one workflow, or without a workflow of all. What is set for all replaces what was set for single workflows. Critical workflows cannot be changed.",
  status: 200,
  failures: [400, 404],
  params,
  body: SubscriberPreferencesChanges,
  answer: SubscriberPreferences,
});

/** Wire-facts 4.4. */
export const updateSubscriberPreferencesBulk = operation({
  id: "updateSubscriberPreferencesBulk",
  chapter,
  method: "PATCH",
  path: "/v2/subscribers/:subscriberId/preferences/bulk",
  summary: "Update a subscriber's preferences of many workflows",
  description: "At most 100; if one of them cannot be set, none is.",
  status: 200,
  failures: [400, 404],
  params,
  body: SubscriberPreferencesBulk,
  answer: Type.Array(ChangedPreference),
});

export const PREFERENCE_OPERATIONS = [
  getSubscriberPreferences,
  updateSubscriberPreferences,
  updateSubscriberPreferencesBulk,
] as const;
