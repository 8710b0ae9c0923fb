import { Type } from "typebox";
import { conflictWith } from "./errors.ts";
import { Deletion, ID_MAX, line, pathId } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { operation } from "./operation.ts";
import { cursorPage, cursorQuery } from "./pages.ts";
import { exportSubscriber } from "./subscriber-export.ts";
import {
  ChannelSettingsInput,
  Subscriber,
  SubscriberChanges,
  SubscriberInput,
  SubscribersBulk,
  SubscribersBulkResult,
} from "./subscribers.ts";

const chapter = "Subscribers";
const subscriberId = pathId("The caller's id of the subscriber.");
const params = Type.Object({ subscriberId });

/** Specification: Search subscribers. */
export const searchSubscribers = operation({
  id: "searchSubscribers",
  chapter,
  method: "GET",
  path: "/v2/subscribers",
  summary: "Search subscribers",
  description:
    "Finds subscribers by e-mail address, phone, subscriberId and name, page by page. All filters must match; a filter matches anywhere in the text and is case-sensitive.",
  status: 200,
  failures: [400],
  query: Type.Object({
    ...cursorQuery,
    email: Type.Optional(line("Text that the e-mail address contains.")),
    name: Type.Optional(line("Text that the first and last name, joined by a space, contain.")),
    phone: Type.Optional(line("Text that the phone number contains.")),
    subscriberId: Type.Optional(line("Text that the subscriberId contains.")),
    search: Type.Optional(
      line("Text that subscriberId, name, e-mail address or phone contains, whatever its case.", ID_MAX),
    ),
  }),
  response: cursorPage(Subscriber),
});

export const createSubscriber = operation({
  id: "createSubscriber",
  chapter,
  method: "POST",
  path: "/v2/subscribers",
  summary: "Create or update a subscriber",
  description: "Creates the subscriber, or updates an existing one with the given fields.",
  status: 201,
  failures: [409],
  failureResponses: { 409: conflictWith(Subscriber, "SubscriberConflict") },
  query: Type.Object({
    failIfExists: Type.Optional(
      Type.Boolean({ description: "Answer 409 if the subscriber already exists." }),
    ),
  }),
  body: SubscriberInput,
  response: Subscriber,
});

export const createSubscribersBulk = operation({
  id: "createSubscribersBulk",
  chapter,
  method: "POST",
  path: "/v1/subscribers/bulk",
  summary: "Create or update many subscribers",
  description:
    "Creates up to 500 subscribers, or updates existing ones with the given fields. Each item has its own outcome: an invalid item fails with its reason, and the others are stored.",
  status: 201,
  bodyLimit: "bulkBodyBytes",
  checkedApart: "subscribers",
  sizedApart: true,
  body: SubscribersBulk,
  response: SubscribersBulkResult,
});

export const getSubscriber = operation({
  id: "getSubscriber",
  chapter,
  method: "GET",
  path: "/v2/subscribers/:subscriberId",
  summary: "Retrieve a subscriber",
  status: 200,
  failures: [404],
  params,
  response: Subscriber,
});

export const updateSubscriber = operation({
  id: "updateSubscriber",
  chapter,
  method: "PATCH",
  path: "/v2/subscribers/:subscriberId",
  summary: "Update a subscriber",
  description: "Changes the given fields; null clears a field.",
  status: 200,
  failures: [404],
  params,
  body: SubscriberChanges,
  response: Subscriber,
});

export const deleteSubscriber = operation({
  id: "deleteSubscriber",
  chapter,
  method: "DELETE",
  path: "/v2/subscribers/:subscriberId",
  summary: "Delete a subscriber",
  description:
    "Deletes the subscriber with its messages, preferences and topic memberships immediately; pending messages are not sent. " +
    "Workers then erase its addresses and contents from all records of its notifications: messages, steps, details, dead letters, " +
    "stored answers and triggers. A trigger for this subscriber alone loses its payload and overrides; in a trigger with further " +
    "recipients, and in the copies of it in their records, the subscriber's addresses are replaced by `[erased]`. Ids, statuses, codes and times are kept.",
  status: 200,
  failures: [404],
  params,
  response: Deletion,
});

export const updateCredentials = operation({
  id: "updateCredentials",
  chapter,
  method: "PUT",
  path: "/v1/subscribers/:subscriberId/credentials",
  summary: "Replace a subscriber's credentials of one provider",
  description: `All chat and push credentials of a subscriber together have at most ${LIMITS.channelsBytes} bytes of JSON.`,
  status: 200,
  failures: [400, 404],
  params,
  body: ChannelSettingsInput,
  response: Subscriber,
});

export const appendCredentials = operation({
  id: "appendCredentials",
  chapter,
  method: "PATCH",
  path: "/v1/subscribers/:subscriberId/credentials",
  summary: "Add to a subscriber's credentials of one provider",
  description: `Device tokens are added to the stored ones; other fields are replaced. All chat and push credentials of a subscriber together have at most ${LIMITS.channelsBytes} bytes of JSON.`,
  status: 200,
  failures: [400, 404],
  params,
  body: ChannelSettingsInput,
  response: Subscriber,
});

export const deleteCredentials = operation({
  id: "deleteCredentials",
  chapter,
  method: "DELETE",
  path: "/v1/subscribers/:subscriberId/credentials/:providerId",
  summary: "Remove a subscriber's credentials of one provider",
  status: 204,
  failures: [404],
  params: Type.Object({ subscriberId, providerId: pathId("Provider whose credentials are removed.") }),
});

export const SUBSCRIBER_OPERATIONS = [
  searchSubscribers,
  createSubscriber,
  createSubscribersBulk,
  getSubscriber,
  updateSubscriber,
  deleteSubscriber,
  exportSubscriber,
  updateCredentials,
  appendCredentials,
  deleteCredentials,
] as const;
