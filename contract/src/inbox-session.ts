import { type Static, Type } from "typebox";
import { freeForm, ID_MAX, line, SUBSCRIBER_ID_PATTERN } from "./fields.ts";
import { UnreadCount } from "./inbox.ts";
import { Schedule } from "./preferences.ts";
import { warnings } from "./warnings.ts";

/** A browser's session with the inbox of a subscriber. */

const profile = {
  firstName: Type.Optional(line()),
  lastName: Type.Optional(line()),
  email: Type.Optional(line()),
  phone: Type.Optional(line()),
  avatar: Type.Optional(line()),
  locale: Type.Optional(line()),
  timezone: Type.Optional(line()),
  data: Type.Optional(freeForm(undefined, "dataBytes")),
};

const CONTEXT_NAME = "^[A-Za-z0-9_-]{1,100}$";
const contextId = Type.String({ pattern: CONTEXT_NAME });

export const InboxSessionInput = Type.Object(
  {
    applicationIdentifier: Type.Optional(
      line("The identifier of the environment, or its id. It is public.", ID_MAX),
    ),
    subscriberHash: Type.Optional(
      line(
        "HMAC-SHA256 of the subscriber's id with an API key of the environment, as hexadecimal text. Needed if the in-app integration has `hmac`.",
        ID_MAX,
      ),
    ),
    contextHash: Type.Optional(line("The same for the context as canonical JSON.", ID_MAX)),
    subscriber: Type.Optional(
      Type.Union([
        Type.String({ maxLength: ID_MAX }),
        Type.Object({ subscriberId: Type.Optional(Type.String({ maxLength: ID_MAX })), ...profile }),
      ]),
    ),
    subscriberId: Type.Optional(
      Type.String({ maxLength: ID_MAX, description: "The older form of `subscriber`." }),
    ),
    defaultSchedule: Type.Optional(Schedule),
    context: Type.Optional(
      Type.Record(
        Type.String({ pattern: CONTEXT_NAME }),
        Type.Union([
          contextId,
          Type.Object({ id: contextId, data: Type.Optional(freeForm(undefined, "dataBytes")) }),
        ]),
        {
          maxProperties: 5,
          additionalProperties: false,
          description: "The contexts of the inbox by type: it shows only notifications with exactly these.",
        },
      ),
    ),
  },
  {
    title: "InboxSessionInput",
    description: `The subscriber's id is a text without control characters (${SUBSCRIBER_ID_PATTERN}).`,
  },
);
export type InboxSessionInput = Static<typeof InboxSessionInput>;

export const InboxSession = Type.Object(
  {
    token: Type.String({
      description: "Authorizes the other operations of the inbox: `Authorization: Bearer <token>`.",
    }),
    applicationIdentifier: Type.String(),
    totalUnreadCount: Type.Integer({ description: "The older form of `unreadCount.total`." }),
    unreadCount: UnreadCount,
    removeNovuBranding: Type.Boolean({ description: "Always true: hides the footer of Novu's component." }),
    isDevelopmentMode: Type.Boolean({ description: "Whether the environment was created for tests." }),
    maxSnoozeDurationHours: Type.Integer(),
    contextKeys: Type.Optional(Type.Array(Type.String())),
    warnings: warnings(),
  },
  { title: "InboxSession", description: "A subscriber's session, valid for 15 days." },
);
export type InboxSession = Static<typeof InboxSession>;
