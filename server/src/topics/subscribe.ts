import type { Queryable, Transactional } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { newId } from "../foundation/id.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import { addMembers, findMembers } from "./member-store.ts";
import { saveRules } from "./subscription-rule-store.ts";
import type { SubscriptionRules } from "./subscription-rules.ts";
import type { Member, Topic } from "./topic.ts";
import { insertTopic, lockTopic } from "./topic-store.ts";

/** A new member, and an identifier and name for the membership. */
export type Joining = {
  subscriberKey: SubscriberKey;
  identifier?: string | undefined;
  name?: string | undefined;
};

export type Subscription = {
  topicKey: string;
  /** The name of the topic if it has to be created. */
  topicName?: string | undefined;
  joining: readonly Joining[];
  /** Replaces the rules of all named members, also of those that were members before. */
  rules?: SubscriptionRules | undefined;
  /** Called with the members before anything is committed; what it throws undoes the subscription. */
  check?: (members: readonly Member[]) => void;
  nowMs: number;
};

/**
 * Adds subscribers to a topic, which is created if it does not exist.
 * @returns the topic, and the members among the named subscribers; subscribers that do not exist are missing.
 * @throws AppError conflict if the topic is deleted at the same time.
 */
export async function subscribe(
  database: Transactional,
  environmentId: string,
  { joining, rules, check, nowMs, ...topicInput }: Subscription,
): Promise<{ topic: Topic; members: Member[] }> {
  return database.transaction(async (tx) => {
    const topic = await ensureTopic(tx, environmentId, { ...topicInput, nowMs });
    const added = joining.map((one) => ({ ...one, id: newId(nowMs) }));
    await addMembers(tx, environmentId, { topicId: topic.id, members: added });
    // A separate statement, because only a new one sees members that concurrent transactions added.
    const subscriberKeys = joining.map(({ subscriberKey }) => subscriberKey);
    const members = await findMembers(tx, environmentId, { topicId: topic.id, subscriberKeys });
    check?.(members);
    if (rules) {
      const subscriberIds = members.map(({ subscriber }) => subscriber.id);
      await saveRules(tx, environmentId, { topicId: topic.id, subscriberIds, rules });
    }
    return { topic, members };
  });
}

/** Finds or creates the topic, and locks it. */
async function ensureTopic(
  tx: Queryable,
  environmentId: string,
  { topicKey: key, topicName, nowMs }: Pick<Subscription, "topicKey" | "topicName" | "nowMs">,
): Promise<Topic> {
  const fresh = { id: newId(nowMs), key, profile: topicName === undefined ? {} : { name: topicName } };
  const topic =
    (await lockTopic(tx, environmentId, key)) ??
    (await insertTopic(tx, environmentId, fresh)) ??
    (await lockTopic(tx, environmentId, key));
  if (topic) return topic;
  throw new AppError("conflict", `Topic with key ${key} was just deleted; try again`);
}
