import {
  type Brand,
  getUnseenCountV1,
  type MARKS,
  markAllMessagesV1,
  markMessageActionV1,
  markMessagesAsV1,
  markMessagesV1,
} from "@tidings/contract";
import { AppError, invalidField } from "../../foundation/app-error.ts";
import type { SubscriberKey } from "../../foundation/ids.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { type Api, type Endpoint, endpoint } from "../../http/endpoint.ts";
import { toMessage } from "../../messages/api/message-wire.ts";
import { listMessages } from "../../messages/message-list-store.ts";
import type { InboxChange } from "../change.ts";
import { countInbox } from "../inbox-store.ts";
import type { Inbox } from "../session.ts";
import { getFeedV1 } from "./get-feed-v1.ts";
import type { InboxCall, InboxCalls } from "./inbox-calls.ts";
import { needFeed, needInbox } from "./inbox-of-subscriber.ts";

/** Operations of in-app messages that older clients call. They answer the records of `GET /v1/messages`. */
export function olderInboxEndpoints(api: Pick<Api, "brand">, calls: InboxCalls): Endpoint[] {
  return [
    ...markEndpoints(api, calls),
    endpoint(markAllMessagesV1, async (call) => {
      const { markAs, feedIdentifier } = call.body;
      if (feedIdentifier !== undefined) {
        throw new AppError("bad_request", "Messages have no feeds: leave out feedIdentifier");
      }
      const inbox = await needInbox(call, call.params.subscriberId);
      const selection = { filter: { archived: false, snoozed: false } };
      return calls.changeMany(call, inbox, { change: { kind: markAs }, selection });
    }),
    endpoint(markMessageActionV1, async (call) => {
      const { subscriberId, messageId: id, type } = call.params;
      const inbox = await needInbox(call, subscriberId);
      const { status, payload } = call.body;
      await calls.complete(call, inbox, { id, type, status, payload: payload as JsonObject | undefined });
      const [message] = await readMessages(call, inbox, [id], api.brand);
      if (!message) throw new AppError("not_found", `Message with id ${id} is not found.`);
      return message;
    }),
    getFeedV1(api),
    getUnseenCount,
  ];
}

type Mark = (typeof MARKS)[number];
type Marking = {
  subscriberKey: SubscriberKey;
  messageId: string | readonly string[];
  marks: readonly Mark[];
};

function markEndpoints(api: Pick<Api, "brand">, calls: InboxCalls): Endpoint[] {
  const mark = async (call: InboxCall, { subscriberKey, messageId, marks }: Marking) => {
    const ids = [...new Set([messageId].flat())];
    const inbox = await needInbox(call, subscriberKey);
    for (const kind of marks) {
      const change: InboxChange = { kind };
      await calls.changeMany(call, inbox, { change, selection: { ids } });
    }
    return readMessages(call, inbox, ids, api.brand);
  };
  return [
    endpoint(markMessagesAsV1, (call) => {
      const { messageId, markAs } = call.body;
      return mark(call, { subscriberKey: call.params.subscriberId, messageId, marks: [markAs] });
    }),
    endpoint(markMessagesV1, async (call) => {
      const { messageId, mark: given } = call.body;
      const marks = [...markOf(given.seen, "seen", "unseen"), ...markOf(given.read, "read", "unread")];
      if (marks.length === 0) throw invalidField("mark", "mark must have seen or read");
      return mark(call, { subscriberKey: call.params.subscriberId, messageId, marks });
    }),
  ];
}

function markOf(flag: boolean | undefined, yes: Mark, no: Mark): Mark[] {
  if (flag === undefined) return [];
  return [flag ? yes : no];
}

async function readMessages(
  { database, environment }: InboxCall,
  { subscriberId }: Inbox,
  ids: readonly string[],
  brand: Brand,
) {
  const filter = { subscriberId, channel: "in_app", ids };
  const page = { offset: 0, limit: ids.length };
  const { messages } = await listMessages(database, environment.id, filter, page);
  return messages.map((message) => toMessage(message, environment, brand));
}

const getUnseenCount = endpoint(getUnseenCountV1, async (call) => {
  const { seen = false, limit = 100 } = call.query;
  const inbox = await needFeed(call, call.params.subscriberId);
  const [count = 0] = await countInbox(call.database, call.environment.id, inbox, [{ seen, snoozed: false }]);
  return { count: Math.min(count, limit) };
});
