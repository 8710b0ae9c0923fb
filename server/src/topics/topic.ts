import type { JsonObject } from "../foundation/json.ts";
import type { Subscriber } from "../subscribers/subscriber.ts";

/** A named list of subscribers. `id` is internal, `key` is the caller's id. */
export type Topic = {
  id: string;
  key: string;
  name: string | null;
  data: JsonObject | null;
  createdAt: Date;
  updatedAt: Date;
};

/** The fields that a caller may set: an absent field stays as it is, null erases it. */
export type TopicProfile = Partial<Pick<Topic, "name" | "data">>;

/** A subscriber's membership in a topic; there is at most one for each topic. */
export type Member = {
  /** Internal id of the membership. */
  id: string;
  topicId: string;
  /** The caller's identifier of the membership. */
  identifier: string | null;
  name: string | null;
  createdAt: Date;
  updatedAt: Date;
  subscriber: Pick<Subscriber, "id" | "subscriberKey" | "firstName" | "lastName" | "email" | "avatar">;
};

/** Picks the profile's fields from an object. */
export function profileOf({ name, data }: { [field in keyof TopicProfile]: unknown }): TopicProfile {
  return Object.fromEntries(
    Object.entries({ name, data }).filter(([, value]) => value !== undefined),
  ) as TopicProfile;
}
