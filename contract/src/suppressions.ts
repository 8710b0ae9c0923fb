import { type Static, Type } from "typebox";
import { Deletion, databaseId, ID_MAX, line, nullable, timestamp } from "./fields.ts";
import { operation } from "./operation.ts";
import { words } from "./vocabulary.ts";

const chapter = "Suppressions";

/** Why nothing more is sent to an address. */
export const SUPPRESSION_REASONS = ["bounced", "complained", "failed"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Longest address: an e-mail address has at most 254 characters. */
const ADDRESS_MAX = 320;
const CHANNELS = ["email", "sms"] as const;

export const Suppression = Type.Object(
  {
    _id: Type.String(),
    channel: words(CHANNELS),
    address: Type.String({ description: "E-mail address in lower case, or telephone number." }),
    reason: words(SUPPRESSION_REASONS, {
      description: "What the provider reported: a hard bounce, a complaint (spam), or an invalid number.",
    }),
    explanation: nullable(Type.String(), "The provider's own words."),
    providerId: Type.String(),
    _integrationId: Type.String(),
    _messageId: Type.String({ description: "The message that the provider reported." }),
    subscriberId: nullable(Type.String(), "The recipient of that message; null when it was deleted."),
    createdAt: timestamp(),
  },
  {
    title: "Suppression",
    description:
      "An address to which nothing is sent, because a provider reported that it cannot be reached.",
  },
);
export type Suppression = Static<typeof Suppression>;

export const listSuppressions = operation({
  id: "listSuppressions",
  chapter,
  method: "GET",
  path: "/v1/suppressions",
  summary: "List suppressed addresses",
  description:
    "Lists addresses to which nothing is sent, newest first. Receipts of providers add them: hard bounces, complaints and invalid numbers.",
  status: 200,
  query: Type.Object({
    channel: Type.Optional(words(CHANNELS)),
    address: Type.Optional(line("Exactly this address, in upper or lower case.", ADDRESS_MAX)),
    subscriberId: Type.Optional(line("The caller's id of a subscriber.", ID_MAX)),
    after: Type.Optional(line("Cursor: the `next` of the previous page.", ID_MAX)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  }),
  response: Type.Object({
    data: Type.Array(Suppression),
    next: nullable(Type.String(), "Cursor of the next page; null on the last page."),
    totalCount: Type.Integer(),
  }),
});

export const deleteSuppression = operation({
  id: "deleteSuppression",
  chapter,
  method: "DELETE",
  path: "/v1/suppressions/:suppressionId",
  summary: "Remove a suppression",
  description: "Messages to the address are sent again, until the next hard bounce or complaint.",
  status: 200,
  failures: [400, 404],
  params: Type.Object({ suppressionId: databaseId("The suppression to remove.") }),
  response: Deletion,
});

export const SUPPRESSION_OPERATIONS = [listSuppressions, deleteSuppression] as const;
