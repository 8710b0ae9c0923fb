import {
  appendCredentials,
  type ChannelSettingsInput,
  createSubscriber,
  createSubscribersBulk,
  deleteCredentials,
  deleteSubscriber,
  getSubscriber,
  type QueryOf,
  type SubscriberChanges,
  type SubscriberInput,
  searchSubscribers,
  updateCredentials,
  updateSubscriber,
} from "@tidings/contract";
import type { Call } from "./call.ts";
import { type ExportOptions, exportSubscriber } from "./export-subscriber.ts";
import type { StreamLines } from "./stream-lines.ts";

export type SubscriberSearch = QueryOf<typeof searchSubscribers>;
export type Subscribers = ReturnType<typeof subscribers>;

export const subscribers = (call: Call, streamLines: StreamLines) => ({
  search: (query: SubscriberSearch = {}) => call(searchSubscribers, { query }),
  /** Updates an existing subscriber, unless `failIfExists`. */
  create: (body: SubscriberInput, query: QueryOf<typeof createSubscriber> = {}) =>
    call(createSubscriber, { body, query }),
  /** At most 500. Returns the result of each: created, updated, or failed with the reason. */
  createBulk: (subscribers: readonly SubscriberInput[]) =>
    call(createSubscribersBulk, { body: { subscribers: [...subscribers] } }),
  get: (subscriberId: string) => call(getSubscriber, { params: { subscriberId } }),
  /** Omitted fields stay unchanged; null clears a field. */
  update: (subscriberId: string, body: SubscriberChanges) =>
    call(updateSubscriber, { params: { subscriberId }, body }),
  delete: (subscriberId: string) => call(deleteSubscriber, { params: { subscriberId } }),
  /** Yields everything about the subscriber, line by line, and continues after a broken connection. */
  export: (subscriberId: string, options?: ExportOptions) =>
    exportSubscriber(streamLines, subscriberId, options),
  updateCredentials: (subscriberId: string, body: ChannelSettingsInput) =>
    call(updateCredentials, { params: { subscriberId }, body }),
  appendCredentials: (subscriberId: string, body: ChannelSettingsInput) =>
    call(appendCredentials, { params: { subscriberId }, body }),
  deleteCredentials: (subscriberId: string, providerId: string) =>
    call(deleteCredentials, { params: { subscriberId, providerId } }),
});
