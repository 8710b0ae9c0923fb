import type { Queryable, Transactional } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { newId } from "../foundation/id.ts";
import { addMembers, findMembers } from "./member-store.ts";
import type { Member, Topic } from "./topic.ts";
import { lockTopic, insertTopic } from "./topic-store.ts";

/** A subscriber by the caller's id, and what the caller calls the membership. */
export type Joining = { subscriberId: string; identifier?: string | undefined; name?: string | undefined };

export type Subscription = {
  topicKey: string;
  /** For a topic that does not exist yet. */
  topicName?: string | undefined;
  joining: readonly Joining[];
  nowMs: number;
};

/** Makes subscribers members of a topic, which is made when it is missing. Answers those that exist, as members. */
export async function subscribe(
  database: Transactional,
  environmentId: string,
  { joining, nowMs, ...topicInput }: Subscription,
): Promise<{ topic: Topic; members: Member[] }> {
  return database.transaction(async (tx) => {
    const topic = await ensureTopic(tx, environmentId, { ...topicInput, nowMs });
    const members = joining.map((one) => ({ ...one, id: newId(nowMs) }));
    await addMembers(tx, environmentId, { topicId: topic.id, members });
    // Asked anew: who was added by others at this moment is seen by a statement of its own only.
    const subscriberIds = joining.map(({ subscriberId }) => subscriberId);
    return { topic, members: await findMembers(tx, environmentId, { topicId: topic.id, subscriberIds }) };
  });
}

/** The topic, held. */
async function ensureTopic(
  tx: Queryable,
  environmentId: string,
  { topicKey: key, topicName, nowMs }: Omit<Subscription, "joining">,
): Promise<Topic> {
  const fresh = { id: newId(nowMs), key, profile: topicName === undefined ? {} : { name: topicName } };
  const topic =
    (await lockTopic(tx, environmentId, key)) ??
    (await insertTopic(tx, environmentId, fresh)) ??
    (await lockTopic(tx, environmentId, key));
  if (topic) return topic;
  throw new AppError("conflict", `Topic with key ${key} was just deleted; try again`);
}
