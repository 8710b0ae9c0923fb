import type { JsonObject } from "../foundation/json.ts";
import type { Subscriber } from "../subscribers/subscriber.ts";

/** A group of subscribers under one name. `id` is ours, `key` is the caller's. */
export type Topic = {
  id: string;
  key: string;
  name: string | null;
  data: JsonObject | null;
  createdAt: Date;
  updatedAt: Date;
};

/** What a caller may say about a topic: an absent field stays as it is, null erases it. */
export type TopicProfile = Partial<Pick<Topic, "name" | "data">>;

/** A subscriber as a member of a topic; of one topic it is so once. */
export type Member = {
  /** Of the membership. */
  id: string;
  topicId: string;
  /** What the caller calls the membership. */
  identifier: string | null;
  name: string | null;
  createdAt: Date;
  updatedAt: Date;
  subscriber: Pick<Subscriber, "id" | "subscriberId" | "firstName" | "lastName" | "email" | "avatar">;
};

/** Only the profile's fields of whatever was given. */
export function profileOf({ name, data }: { [field in keyof TopicProfile]: unknown }): TopicProfile {
  return Object.fromEntries(
    Object.entries({ name, data }).filter(([, value]) => value !== undefined),
  ) as TopicProfile;
}
