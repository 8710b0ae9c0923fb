import { type ExportEnd, exportSubscriber as operation } from "@tidings/contract";
import { type Api, type Call, streamEndpoint } from "../../http/endpoint.ts";
import { Lines, type MakeLine } from "../../http/lines.ts";
import { subscriberNotFound } from "../../subscribers/api/subscriber-wire.ts";
import { findSubscriber } from "../../subscribers/subscriber-store.ts";
import type { ExportedPerson } from "../export-parts-store.ts";
import { type ExportPlace, exportSubscriber as exportRecords } from "../export-subscriber.ts";
import { createExportsInProgress } from "../exports-in-progress.ts";
import { fromCursor, toExportedRecord } from "./export-wire.ts";

/**
 * Each export is logged at the default level, with the API key or the session of the dashboard that requested it, so that an operator can
 * find later who received the data of a person. The log has no address of the person.
 */
export const exportSubscriber = (api: Api) => {
  const inProgress = createExportsInProgress();
  return streamEndpoint(operation, async (call) => {
    const { database, environment, query, params } = call;
    const from = query.after === undefined ? undefined : fromCursor(query.after);
    const subscriber = await findSubscriber(database, environment.id, params.subscriberId);
    if (!subscriber) throw subscriberNotFound(params.subscriberId);
    const { id, subscriberKey } = subscriber;
    const leave = inProgress.enter(environment.id);
    return new Lines(linesOf(api, call, { environmentId: environment.id, id, subscriberKey }, from), leave);
  });
};

async function* linesOf(
  { brand, log }: Api,
  { database, keyId, sessionName, params }: Call<typeof operation>,
  person: ExportedPerson,
  from: ExportPlace | undefined,
): AsyncGenerator<MakeLine, void> {
  const { environmentId, id } = person;
  const facts = { environmentId, subscriber: id, keyId, sessionName, isContinued: from !== undefined };
  let count = 0;
  let isWhole = false;
  try {
    const pages = exportRecords(database, person, from);
    for (;;) {
      const { value, done } = await pages.next();
      if (done) {
        isWhole = value;
        break;
      }
      count += value.length;
      for (const record of value) {
        yield () => `${JSON.stringify(toExportedRecord(record, { database, environmentId, brand }))}\n`;
      }
    }
    // A 404 if nothing was sent yet; otherwise the response is cut off.
    if (!isWhole) throw subscriberNotFound(params.subscriberId);
    const end: ExportEnd = { type: "end", count };
    yield () => `${JSON.stringify(end)}\n`;
  } finally {
    log.warn({ ...facts, records: count, isWhole }, "the data of a subscriber was exported");
  }
}
