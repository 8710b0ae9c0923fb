import { type Static, Type } from "typebox";
import { freeForm, ID_MAX, LINE_MAX, line, timestamp } from "./fields.ts";
import { BUTTON_TYPES } from "./messages.ts";
import { CHANNELS, LINK_TARGETS, SEVERITIES, words } from "./vocabulary.ts";

/** What a subscriber sees of its in-app messages. */

const Redirect = Type.Object(
  { url: Type.String(), target: Type.Optional(words(LINK_TARGETS)) },
  { title: "InboxRedirect", description: "A link: http, https, or a path of the page's own site." },
);

const Action = Type.Object(
  {
    label: Type.String(),
    isCompleted: Type.Boolean({ description: "Whether the subscriber has pressed this button last." }),
    redirect: Type.Optional(Redirect),
  },
  { title: "InboxAction", description: "A button of a notification." },
);

const optionalText = () => Type.Optional(Type.String());

const InboxSubscriber = Type.Object(
  {
    id: Type.String({ description: "Internal id." }),
    subscriberId: Type.String({ description: "The caller's id." }),
    firstName: optionalText(),
    lastName: optionalText(),
    avatar: optionalText(),
  },
  { title: "InboxSubscriber", description: "The recipient." },
);

const InboxWorkflow = Type.Object(
  {
    id: Type.String(),
    identifier: Type.String(),
    name: Type.String(),
    critical: Type.Boolean({ description: "Whether its preferences cannot be changed." }),
    tags: Type.Optional(Type.Array(Type.String())),
    severity: words(SEVERITIES),
  },
  { title: "InboxWorkflow", description: "The workflow as it is now; absent after its deletion." },
);

/** An in-app message as its subscriber sees it. */
export const InboxNotification = Type.Object(
  {
    id: Type.String({ description: "The id of the message." }),
    transactionId: Type.String(),
    subject: Type.Optional(Type.String({ description: "Sanitised HTML." })),
    body: Type.String({ description: "Sanitised HTML." }),
    to: InboxSubscriber,
    isRead: Type.Boolean(),
    isSeen: Type.Boolean(),
    isArchived: Type.Boolean(),
    isSnoozed: Type.Boolean(),
    snoozedUntil: Type.Optional(timestamp("When it returns.")),
    deliveredAt: Type.Optional(
      Type.Array(timestamp(), { description: "The delivery, and each return from a snooze." }),
    ),
    createdAt: timestamp(),
    readAt: Type.Optional(timestamp()),
    firstSeenAt: Type.Optional(timestamp()),
    archivedAt: Type.Optional(timestamp()),
    avatar: optionalText(),
    primaryAction: Type.Optional(Action),
    secondaryAction: Type.Optional(Action),
    channelType: words(CHANNELS),
    tags: Type.Optional(Type.Array(Type.String())),
    data: Type.Optional(freeForm("The data of the step.")),
    redirect: Type.Optional(Redirect),
    workflow: Type.Optional(InboxWorkflow),
    severity: words(SEVERITIES),
  },
  { title: "InboxNotification", description: "An in-app message as its subscriber sees it." },
);
export type InboxNotification = Static<typeof InboxNotification>;

/** Unread and not snoozed. */
export const UnreadCount = Type.Object(
  {
    total: Type.Integer(),
    severity: Type.Object({
      high: Type.Integer(),
      medium: Type.Integer(),
      low: Type.Integer(),
      none: Type.Integer(),
    }),
  },
  { title: "UnreadCount", description: "Unread notifications that are not snoozed." },
);
export type UnreadCount = Static<typeof UnreadCount>;

/** Limits of filters. */
export const INBOX_LIMITS = {
  tagsOfGroup: 100,
  tagGroups: 30,
  tags: 200,
  filters: 100,
  seenIds: 20,
} as const;
/** The line and the headers of a request have 16 KiB together. */
const FILTERS_MAX_LENGTH = 12_000;
const DATA_MAX_LENGTH = 4_096;

const tag = Type.String({ maxLength: LINE_MAX });
const tags = Type.Optional(
  Type.Array(Type.Union([tag, Type.Array(tag, { maxItems: INBOX_LIMITS.tagsOfGroup })]), {
    maxItems: INBOX_LIMITS.tags,
    description:
      "Notifications with any of these tags. `tags[0][]=a&tags[0][]=b&tags[1][]=c` means (a or b) and c.",
  }),
);
const dataFilter = Type.Optional(
  line(
    "A JSON object: notifications whose data has these members. Two levels deep at most; keys may not start with $ or a dot.",
    DATA_MAX_LENGTH,
  ),
);

const states = {
  read: Type.Optional(Type.Boolean()),
  seen: Type.Optional(Type.Boolean()),
  archived: Type.Optional(Type.Boolean()),
  snoozed: Type.Optional(Type.Boolean()),
};
const moment = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 253_402_300_799_999, description }));

/** The query of a list of notifications. */
export const InboxQuery = Type.Object({
  ...states,
  tags,
  severity: Type.Optional(Type.Array(words(SEVERITIES), { maxItems: SEVERITIES.length })),
  data: dataFilter,
  createdGte: moment("Created at or after this moment, in milliseconds since 1970."),
  createdLte: moment("Created at or before this moment, in milliseconds since 1970."),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  after: Type.Optional(line("Cursor: the id of the last notification of the previous page.", ID_MAX)),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100_000,
      default: 0,
      description: "Notifications to skip; prefer `after`.",
    }),
  ),
});

export const InboxPage = Type.Object(
  {
    data: Type.Array(InboxNotification),
    hasMore: Type.Boolean(),
    filter: freeForm("The filter of the request."),
  },
  { title: "InboxPage", description: "Notifications, newest first." },
);

export const InboxCountQuery = Type.Object({
  filters: line(
    'A JSON list of at most 100 filters: `[{"read":false,"snoozed":false,"severity":"high"}]`. A filter has the members read, seen, archived, snoozed, tags, severity and data.',
    FILTERS_MAX_LENGTH,
  ),
});

export const InboxCount = Type.Object(
  { count: Type.Integer(), filter: freeForm("The filter as it was sent.") },
  { title: "InboxCount", description: "The number of notifications that match a filter." },
);

export const InboxCounts = Type.Object(
  { data: Type.Array(InboxCount, { description: "In the order of the filters." }) },
  { title: "InboxCounts", description: "The number of notifications that match each filter." },
);

/** Which notifications a bulk change is about: all of the inbox, or those with these tags and data. */
export const InboxSelection = Type.Object(
  { tags, data: dataFilter },
  { title: "InboxSelection", description: "Notifications with these tags and data; without both, all." },
);

export const InboxSeen = Type.Object(
  {
    notificationIds: Type.Optional(
      Type.Array(line(undefined, ID_MAX), {
        maxItems: INBOX_LIMITS.seenIds,
        description: "These notifications; other members are ignored then.",
      }),
    ),
    tags,
    data: dataFilter,
  },
  { title: "InboxSeen", description: "Notifications that the subscriber has seen." },
);

export const InboxSnooze = Type.Object(
  { snoozeUntil: timestamp("A moment in the future, at most 90 days away.") },
  { title: "InboxSnooze", description: "When the notification returns." },
);

export const InboxActionType = Type.Object(
  { actionType: words(BUTTON_TYPES) },
  { title: "InboxActionType", description: "Which button." },
);

/** The longest snooze, in hours: 90 days. */
export const MAX_SNOOZE_HOURS = 2_160;
