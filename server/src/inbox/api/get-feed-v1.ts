import { type FeedMessage, getFeedV1 as operation } from "@tidings/contract";
import { invalidField } from "../../foundation/app-error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../foundation/json.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { toMessagePage } from "../../messages/api/message-page.ts";
import { toMessage } from "../../messages/api/message-wire.ts";
import { needFeed } from "./inbox-of-subscriber.ts";

const DEFAULT_LIMIT = 10;

export const getFeedV1 = (api: Pick<Api, "brand">) =>
  endpoint(operation, async (call) => {
    const { page = 0, limit = DEFAULT_LIMIT, read, seen, payload } = call.query;
    const { subscriberId } = await needFeed(call, call.params.subscriberId);
    const inApp = { read, seen, payload: payload ? toPayload(payload) : undefined };
    const filter = { subscriberId, channel: "in_app", inApp };
    const toRecord = (message: Parameters<typeof toMessage>[0]): FeedMessage => ({
      ...toMessage(message, call.environment, api.brand),
      _jobId: message.jobId,
      archived: message.archivedAt !== null,
    });
    const { next: _, previous: __, ...shown } = await toMessagePage(call, filter, { page, limit, toRecord });
    return shown;
  });

/** @throws AppError invalid */
function toPayload(text: string): JsonObject {
  const payload = parsed(Buffer.from(text, "base64").toString());
  const json = JSON.stringify(payload);
  if (!isJsonObject(payload) || json.includes("\\u0000") || /\\ud[89a-f]/.test(json)) {
    throw invalidField("payload", "payload must be a JSON object in base64");
  }
  return payload;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw invalidField("payload", "payload must be a JSON object in base64");
  }
}
