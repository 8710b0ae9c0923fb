import { type Static, Type } from "typebox";
import { freeForm, nullable, timestamp } from "./fields.ts";
import { Subscriber } from "./subscribers.ts";
import { CHANNELS, LINK_TARGETS, MESSAGE_STATUSES, words } from "./vocabulary.ts";
import { WorkflowTemplate } from "./workflow-template.ts";

/** Specification: EmailBlock. */
export const EmailBlock = Type.Object(
  {
    type: words(["button", "text"]),
    content: Type.String(),
    url: Type.Optional(Type.String()),
    styles: Type.Optional(Type.Object({ textAlign: words(["center", "left", "right"]) })),
  },
  { title: "EmailBlock", description: "A piece of an e-mail." },
);
export type EmailBlock = Static<typeof EmailBlock>;

const target = Type.Optional(words(LINK_TARGETS, { description: "Where the link opens." }));

export const BUTTON_TYPES = ["primary", "secondary"] as const;

/** Specification: MessageButton. */
export const MessageButton = Type.Object(
  {
    type: words(BUTTON_TYPES),
    content: Type.String(),
    resultContent: Type.Optional(Type.String({ description: "Shown after the button was pressed." })),
    url: Type.Optional(Type.String({ description: "Target of the button." })),
    target,
  },
  { title: "MessageButton", description: "A button of an in-app message." },
);
export type MessageButton = Static<typeof MessageButton>;

/** Specification: MessageActionResult. */
export const MessageActionResult = Type.Object(
  { payload: Type.Optional(freeForm()), type: Type.Optional(words(BUTTON_TYPES)) },
  { title: "MessageActionResult", description: "Which button was pressed, and its payload." },
);
export type MessageActionResult = Static<typeof MessageActionResult>;

export const ACTION_STATUSES = ["pending", "done"] as const;

/** Specification: MessageAction. */
export const MessageAction = Type.Object(
  {
    status: Type.Optional(words(ACTION_STATUSES)),
    buttons: Type.Optional(Type.Array(MessageButton)),
    result: Type.Optional(MessageActionResult),
  },
  { title: "MessageAction", description: "The buttons of a message and their state." },
);
export type MessageAction = Static<typeof MessageAction>;

/** Specification: MessageCTA. Always present in a message; `{}` without a link or buttons. */
export const MessageCTA = Type.Object(
  {
    type: Type.Optional(words(["redirect"])),
    data: Type.Optional(Type.Object({ url: Type.Optional(Type.String()), target })),
    action: Type.Optional(MessageAction),
  },
  { title: "MessageCTA", description: "Call to action of a message." },
);
export type MessageCTA = Static<typeof MessageCTA>;

const text = (description?: string) =>
  Type.Optional(Type.String(description === undefined ? {} : { description }));

/** The last answer of an integration that a message was tried with before its current one. */
export const OtherAnswer = Type.Object(
  {
    _integrationId: Type.String({ description: "Id of the other integration." }),
    providerId: nullable(Type.String(), "Its provider; null if it is not known."),
    outcome: Type.String({
      description:
        "Class of the answer: config_error, not_processed or ambiguous; or waits_for_rate, if it had no room for the message.",
    }),
    errorText: nullable(Type.String(), "Text of the failure."),
    at: timestamp("When it answered, or had no room."),
  },
  { title: "OtherAnswer", description: "The last answer of another integration." },
);
export type OtherAnswer = Static<typeof OtherAnswer>;

/** What one channel sent to one subscriber (specification: Message). */
export const Message = Type.Object(
  {
    _id: text(),
    _templateId: Type.Optional(nullable(Type.String(), "The workflow.")),
    _environmentId: Type.String(),
    _messageTemplateId: Type.Optional(nullable(Type.String(), "The step.")),
    _organizationId: Type.String(),
    _notificationId: Type.String(),
    _subscriberId: Type.String(),
    subscriber: Type.Optional(Subscriber),
    template: Type.Optional(WorkflowTemplate),
    templateIdentifier: text("The workflow's identifier."),
    createdAt: timestamp(),
    deliveredAt: Type.Optional(
      Type.Array(timestamp(), {
        description: "Several times if the message was delivered again, for example after a snooze.",
      }),
    ),
    lastSeenDate: Type.Optional(timestamp()),
    lastReadDate: Type.Optional(timestamp()),
    content: Type.Optional(
      Type.Union([Type.Array(EmailBlock), Type.String()], {
        description:
          "In-app: HTML that the server has sanitised (text, lists, tables, pictures and links; no scripts, styles or forms). E-mail: untrusted HTML, as it was sent and not sanitised; it can hold scripts, so an application that shows it must sanitise it first. Other channels: plain text.",
      }),
    ),
    transactionId: Type.String({ description: "Id of the trigger." }),
    subject: text(),
    channel: words(CHANNELS),
    read: Type.Boolean(),
    seen: Type.Boolean(),
    snoozedUntil: Type.Optional(timestamp("When the snooze ends.")),
    email: text("Address it was sent to."),
    phone: text("Number it was sent to."),
    directWebhookUrl: text("Webhook it was posted to."),
    providerId: text("Provider that sent it."),
    deviceTokens: Type.Optional(Type.Array(Type.String(), { description: "Devices it was pushed to." })),
    title: text(),
    cta: MessageCTA,
    _feedId: Type.Optional(nullable(Type.String())),
    status: words(MESSAGE_STATUSES, {
      description:
        "`sent`: the provider accepted it. `error`: it was given up. `warning`: it is not sent yet and waits for its next attempt.",
    }),
    errorId: text("Code of the failure."),
    errorText: text("Text of the failure."),
    integrationId: text("Internal id of the integration that sent it, or that was tried last."),
    attempts: Type.Optional(
      Type.Integer({ description: "Attempts with this integration; 0 for an in-app message." }),
    ),
    nextAttemptAt: Type.Optional(
      timestamp(
        "No attempt is made earlier; absent if none is planned. Of a message that is `sent`: the next attempt at those of its other recipients that were refused for now.",
      ),
    ),
    otherAnswers: Type.Optional(
      Type.Array(OtherAnswer, {
        description:
          "The last answers of the other integrations that the message was tried with, while it is not sent. `errorText` is about `integrationId`.",
      }),
    ),
    sentAt: Type.Optional(
      timestamp("When the provider accepted it last; for an in-app message, when it was stored."),
    ),
    payload: Type.Optional(freeForm("Payload of the trigger.")),
    contextKeys: Type.Optional(
      Type.Array(Type.String(), { description: "Contexts of the message: `type:id`." }),
    ),
    overrides: Type.Optional(freeForm("Provider overrides of the trigger.")),
  },
  { title: "Message", description: "One notification on one channel to one subscriber, sent or failed." },
);
export type Message = Static<typeof Message>;
