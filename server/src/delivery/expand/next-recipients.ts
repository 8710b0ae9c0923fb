import type { Queryable } from "../../database/database.ts";
import type { SubscriberId } from "../../foundation/ids.ts";
import type { ReachedSubscriber } from "../../subscribers/subscriber.ts";
import { findSubscribers } from "../../subscribers/subscriber-store.ts";
import { findReachedTopics } from "../../topics/subscription-rule-store.ts";
import { nextTopicMembers } from "../../topics/topic-store.ts";
import type { Expandable, Recipient } from "../../triggers/trigger.ts";
import { nextBroadcastRecipients } from "../../triggers/trigger-store.ts";

/** The progress of an expansion: in the list of recipients, in the topics' members, or among all subscribers. */
type Cursor = { stage: "list"; index: number } | { stage: "topics" | "everyone"; after: string };

/** The topics through which a share was reached, if any of their members have rules of their own. */
export type RuledTopics = { topicIds: readonly string[]; createdBefore: Date };

/** The next recipients of a trigger and the progress after them; no cursor at the end. */
export type Share = {
  recipients: readonly Recipient[];
  cursor: string | undefined;
  ruledTopics?: RuledTopics | undefined;
};

/**
 * How many recipients are wanted, and whether inboxes need hashes (`demandsHashes`). Then members of topics and recipients of
 * broadcasts that only browsers without a hash have named are left out, as their sessions have ended.
 */
type Room = { room: number; isHashNeeded: boolean };

/**
 * The next recipients of a trigger, at most `room`. First those it names, then the members of its topics in the order
 * of their ids, each once through however many topics; memory stays constant, whatever the size of a topic.
 */
export async function nextShare(
  { database }: { database: Queryable },
  environmentId: string,
  trigger: Expandable,
  { room, isHashNeeded }: Room,
): Promise<Share> {
  const cursor = readCursor(trigger);
  if (room <= 0) return { recipients: [], cursor: writeCursor(cursor) };
  if (cursor.stage === "list") return nextOfList(trigger, cursor.index, room);
  const page = { after: cursor.after, createdBefore: trigger.reachesUntil, limit: room };
  const { members, ruledTopics } =
    cursor.stage === "everyone"
      ? { members: await nextBroadcastRecipients(database, environmentId, page), ruledTopics: undefined }
      : await nextOfTopics(database, environmentId, trigger, page);
  const last = members.at(-1);
  const isDone = members.length < room || !last;
  return {
    recipients: isHashNeeded ? members.filter(({ isOnlyNamed }) => !isOnlyNamed) : members,
    cursor: isDone ? undefined : writeCursor({ stage: cursor.stage, after: last.id }),
    ruledTopics,
  };
}

/** The cursor after a member of a trigger's topics. */
export function cursorAfterMember(id: SubscriberId): string {
  return writeCursor({ stage: "topics", after: id });
}

function nextOfList(trigger: Expandable, index: number, room: number): Share {
  const recipients = trigger.recipients.slice(index, index + room);
  const reached = index + recipients.length;
  if (reached < trigger.recipients.length)
    return { recipients, cursor: writeCursor({ stage: "list", index: reached }) };
  const hasTopics = trigger.topics.length > 0;
  return { recipients, cursor: hasTopics ? writeCursor({ stage: "topics", after: "" }) : undefined };
}

type Page = { after: string; createdBefore: Date; limit: number };

/** Leaves out the actor and subscribers that a topic excludes; a topic that does not exist has no members. */
async function nextOfTopics(
  database: Queryable,
  environmentId: string,
  { topics, actor }: Expandable,
  page: Page,
): Promise<{ members: ReachedSubscriber[]; ruledTopics: RuledTopics | undefined }> {
  const found = await findReachedTopics(
    database,
    environmentId,
    topics.map(({ topicKey }) => topicKey),
  );
  const left = [...topics.flatMap(({ exclude }) => exclude ?? []), ...(actor === null ? [] : [actor])];
  const excluded = left.length > 0 ? await findSubscribers(database, environmentId, left) : [];
  if (found.length === 0) return { members: [], ruledTopics: undefined };
  const topicIds = found.map(({ id }) => id);
  const range = { topicIds, excluded: excluded.map(({ id }) => id), ...page };
  const members = await nextTopicMembers(database, environmentId, range);
  const { createdBefore } = page;
  return {
    members,
    ruledTopics: found.some(({ hasRules }) => hasRules) ? { topicIds, createdBefore } : undefined,
  };
}

function readCursor({ fanoutCursor, isBroadcast, recipients, topics }: Expandable): Cursor {
  if (fanoutCursor === null) {
    if (isBroadcast) return { stage: "everyone", after: "" };
    if (recipients.length === 0 && topics.length > 0) return { stage: "topics", after: "" };
    return { stage: "list", index: 0 };
  }
  const [stage, value = ""] = fanoutCursor.split(":");
  if (stage === "list") return { stage, index: Number(value) };
  return { stage: stage === "topics" ? "topics" : "everyone", after: value };
}

function writeCursor(cursor: Cursor): string {
  return cursor.stage === "list" ? `list:${cursor.index}` : `${cursor.stage}:${cursor.after}`;
}
