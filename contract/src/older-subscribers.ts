import { type Static, Type } from "typebox";
import { Deletion, pathId, validId } from "./fields.ts";
import { operation } from "./operation.ts";
import { numberedPage, pageNumbers, SHORT_PAGES } from "./pages.ts";
import { SubscriberPreferenceOverrides } from "./preferences.ts";
import { ChannelSettingsInput, Subscriber, subscriberFields } from "./subscribers.ts";
import { CHANNELS, words } from "./vocabulary.ts";
import { NotificationTrigger, SubscriberPreferenceChannels } from "./workflow-template.ts";

/** The v1 operations of subscribers and preferences, which `@novu/node` calls: the same rules under older names. */

const chapter = "Older clients";
const subscriberId = pathId("The caller's id of the subscriber.");
const params = Type.Object({ subscriberId });

const fieldsV1 = {
  ...subscriberFields,
  channels: Type.Optional(
    Type.Array(ChannelSettingsInput, {
      maxItems: 100,
      description:
        "Credentials of chat and push providers; each entry replaces the stored one of its integration.",
    }),
  ),
};

export const SubscriberInputV1 = Type.Object(
  { subscriberId: validId("The caller's id of the recipient."), ...fieldsV1 },
  {
    title: "SubscriberInputV1",
    description: "A new subscriber.",
    examples: [{ subscriberId: "ada", firstName: "Ada", email: "ada@example.com" }],
  },
);
export const SubscriberChangesV1 = Type.Object(fieldsV1, {
  title: "SubscriberChangesV1",
  examples: [{ firstName: "Augusta" }],
  description: "Changes of a subscriber: omitted fields stay unchanged, null clears a field.",
});
export type SubscriberInputV1 = Static<typeof SubscriberInputV1>;
export type SubscriberChangesV1 = Static<typeof SubscriberChangesV1>;

export const listSubscribersV1 = operation({
  id: "listSubscribersV1",
  chapter,
  method: "GET",
  path: "/v1/subscribers",
  summary: "List subscribers by page number",
  description: `Lists subscribers, newest first, and counts them up to 50,000. For many pages, \`GET /v2/subscribers\` is faster. ${SHORT_PAGES}`,
  status: 200,
  query: Type.Object(pageNumbers),
  response: numberedPage(Subscriber),
});

export const createSubscriberV1 = operation({
  id: "createSubscriberV1",
  chapter,
  method: "POST",
  path: "/v1/subscribers",
  summary: "Create or update a subscriber",
  description: "Like `POST /v2/subscribers`, also with credentials of chat and push providers.",
  status: 201,
  failures: [404],
  body: SubscriberInputV1,
  response: Subscriber,
});

export const getSubscriberV1 = operation({
  id: "getSubscriberV1",
  chapter,
  method: "GET",
  path: "/v1/subscribers/:subscriberId",
  summary: "Retrieve a subscriber",
  status: 200,
  failures: [404],
  params,
  response: Subscriber,
});

export const updateSubscriberV1 = operation({
  id: "updateSubscriberV1",
  chapter,
  method: "PUT",
  path: "/v1/subscribers/:subscriberId",
  summary: "Update a subscriber",
  description:
    "Like `PATCH /v2/subscribers/{subscriberId}`, also with credentials of chat and push providers.",
  status: 200,
  failures: [404],
  params,
  body: SubscriberChangesV1,
  response: Subscriber,
});

export const deleteSubscriberV1 = operation({
  id: "deleteSubscriberV1",
  chapter,
  method: "DELETE",
  path: "/v1/subscribers/:subscriberId",
  summary: "Delete a subscriber",
  status: 200,
  failures: [404],
  params,
  response: Deletion,
});

const PreferenceV1 = Type.Object({
  enabled: Type.Boolean({ description: "True when at least one channel is enabled." }),
  channels: SubscriberPreferenceChannels,
  overrides: Type.Optional(SubscriberPreferenceOverrides),
});

/** On the wire, `template` is the older word for a workflow. */
export const WorkflowPreferenceV1 = Type.Object(
  {
    template: Type.Object({
      _id: Type.String(),
      name: Type.String(),
      critical: Type.Boolean(),
      triggers: Type.Array(NotificationTrigger),
    }),
    preference: PreferenceV1,
  },
  { title: "WorkflowPreferenceV1", description: "The effective preference for one workflow." },
);
export type WorkflowPreferenceV1 = Static<typeof WorkflowPreferenceV1>;

export const GlobalPreferenceV1 = Type.Object(
  { preference: PreferenceV1 },
  { title: "GlobalPreferenceV1", description: "The subscriber's preference for all workflows." },
);
export type GlobalPreferenceV1 = Static<typeof GlobalPreferenceV1>;

const includeInactiveChannels = Type.Optional(
  Type.Boolean({ description: "False: only the channels that the workflow's steps use. Default true." }),
);

export const listPreferencesV1 = operation({
  id: "listPreferencesV1",
  chapter,
  method: "GET",
  path: "/v1/subscribers/:subscriberId/preferences",
  summary: "List a subscriber's preferences by workflow",
  description: "Lists active workflows that are not critical.",
  status: 200,
  failures: [404],
  params,
  query: Type.Object({ includeInactiveChannels }),
  response: Type.Array(WorkflowPreferenceV1),
});

const PREFERENCES_PATH = "/v1/subscribers/:subscriberId/preferences/:parameter";

export const listPreferencesOfLevelV1 = operation({
  id: "listPreferencesOfLevelV1",
  chapter,
  method: "GET",
  path: PREFERENCES_PATH,
  summary: "List a subscriber's preferences of one level",
  description: "`global`: one entry, without a workflow. `template`: one entry per workflow.",
  status: 200,
  failures: [404],
  params: Type.Object({ subscriberId, parameter: words(["global", "template"]) }),
  query: Type.Object({ includeInactiveChannels }),
  response: Type.Array(Type.Union([WorkflowPreferenceV1, GlobalPreferenceV1])),
});

const ChannelChoice = Type.Object({ type: words(CHANNELS), enabled: Type.Boolean() });

export const updateWorkflowPreferenceV1 = operation({
  id: "updateWorkflowPreferenceV1",
  chapter,
  method: "PATCH",
  path: PREFERENCES_PATH,
  summary: "Update a subscriber's preference of one workflow",
  description: "Sets one channel; `enabled` sets all channels first.",
  status: 200,
  failures: [400, 404],
  params: Type.Object({ subscriberId, parameter: pathId("The workflow's internal id, identifier or slug.") }),
  body: Type.Object(
    { channel: Type.Optional(ChannelChoice), enabled: Type.Optional(Type.Boolean()) },
    { examples: [{ channel: { type: "email", enabled: true } }] },
  ),
  response: WorkflowPreferenceV1,
});

export const updateGlobalPreferenceV1 = operation({
  id: "updateGlobalPreferenceV1",
  chapter,
  method: "PATCH",
  path: "/v1/subscribers/:subscriberId/preferences",
  summary: "Update a subscriber's preferences of all workflows",
  description:
    "Sets channels; `enabled` sets all channels first. Replaces the preferences of single workflows.",
  status: 200,
  failures: [404],
  params,
  body: Type.Object(
    {
      enabled: Type.Optional(Type.Boolean()),
      preferences: Type.Optional(Type.Array(ChannelChoice, { maxItems: 100 })),
    },
    { examples: [{ preferences: [{ type: "email", enabled: true }] }] },
  ),
  response: GlobalPreferenceV1,
});

export const OLDER_SUBSCRIBER_OPERATIONS = [
  listSubscribersV1,
  createSubscriberV1,
  getSubscriberV1,
  updateSubscriberV1,
  deleteSubscriberV1,
  listPreferencesV1,
  listPreferencesOfLevelV1,
  updateWorkflowPreferenceV1,
  updateGlobalPreferenceV1,
] as const;
