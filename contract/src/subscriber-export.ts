import { type Static, Type } from "typebox";
import { freeForm, line, pathId } from "./fields.ts";
import { operation } from "./operation.ts";
import { words } from "./vocabulary.ts";

/** The types of the lines of an export, in their order. */
export const EXPORT_TYPES = [
  "subscriber",
  "preference",
  "subscription",
  "suppression",
  "context",
  "notification",
  "trigger",
  "job",
  "executionDetail",
  "digest",
  "digestEvent",
  "lastDigestEvent",
  "throttle",
  "message",
  "deadLetter",
] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** A record of a subscriber, as it is stored. */
export const ExportedRecord = Type.Object(
  {
    type: words(EXPORT_TYPES, { description: "The kind of the record." }),
    cursor: Type.String({ description: "`after` of an export that continues behind this line." }),
    data: freeForm(
      "The record. Its members are those of the store, so a new version may add some. Ids of the service begin with `_`. Device " +
        "tokens are masked, and of webhook URLs only the origin is shown.",
    ),
  },
  { title: "ExportedRecord", description: "A record of a subscriber." },
);
export type ExportedRecord = Static<typeof ExportedRecord>;

export const ExportEnd = Type.Object(
  {
    type: words(["end"]),
    count: Type.Integer({ description: "The number of lines before this one in this response." }),
  },
  { title: "ExportEnd", description: "The last line: without it, the response was cut off." },
);
export type ExportEnd = Static<typeof ExportEnd>;

export const ExportLine = Type.Union([ExportedRecord, ExportEnd], {
  title: "ExportLine",
  description: "A line of an export.",
});
export type ExportLine = Static<typeof ExportLine>;

/** The longest cursor that a line has: its ids, and the name of a context's type. */
const CURSOR_MAX = 2_048;

export const exportSubscriber = operation({
  id: "exportSubscriber",
  chapter: "Subscribers",
  method: "GET",
  path: "/v1/subscribers/:subscriberId/export",
  summary: "Export everything about a subscriber",
  description:
    "Sends all that is stored about the subscriber, as lines of JSON: profile, preferences, subscriptions, suppressions, own contexts, " +
    "notifications with their triggers' payloads, steps, details and digests, messages with their contents and inbox state, dead " +
    'letters. The last line is `{"type":"end","count":…}`. A response without it was cut off: call again with `after` = the `cursor` of ' +
    "the last complete line. What is written during the export may be in it or not. A process sends at most 8 exports of an " +
    "environment at once (503 with Retry-After), and cuts off a reader that takes nothing for a minute.",
  status: 200,
  failures: [404],
  scope: "manage",
  isStreamed: true,
  params: Type.Object({ subscriberId: pathId("The caller's id of the subscriber.") }),
  query: Type.Object({
    after: Type.Optional(line("The `cursor` of a line: the export continues behind it.", CURSOR_MAX)),
  }),
  response: ExportLine,
});
