import { type Static, Type } from "typebox";
import { freeForm, nullable, timestamp } from "./fields.ts";
import { Subscriber } from "./subscribers.ts";
import { CHANNELS, MESSAGE_STATUSES, words } from "./vocabulary.ts";
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

const BUTTON_TYPES = ["primary", "secondary"] as const;

/** Specification: MessageButton. */
export const MessageButton = Type.Object(
  {
    type: words(BUTTON_TYPES),
    content: Type.String(),
    resultContent: Type.Optional(Type.String({ description: "Shown once the button was pressed." })),
    url: Type.Optional(Type.String({ description: "Where the button leads." })),
  },
  { title: "MessageButton", description: "A button of an in-app message." },
);
export type MessageButton = Static<typeof MessageButton>;

/** Specification: MessageActionResult. */
export const MessageActionResult = Type.Object(
  { payload: Type.Optional(freeForm()), type: Type.Optional(words(BUTTON_TYPES)) },
  { title: "MessageActionResult", description: "Which button was pressed, and what came with it." },
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
  { title: "MessageAction", description: "The buttons of a message and what became of them." },
);
export type MessageAction = Static<typeof MessageAction>;

/** Specification: MessageCTA. Always present in a message, `{}` when there is nothing to press (wire-facts 3.2). */
export const MessageCTA = Type.Object(
  {
    type: Type.Optional(words(["redirect"])),
    data: Type.Optional(Type.Object({ url: Type.Optional(Type.String()) })),
    action: Type.Optional(MessageAction),
  },
  { title: "MessageCTA", description: "What a message invites its reader to do." },
);
export type MessageCTA = Static<typeof MessageCTA>;

const text = (description?: string) =>
  Type.Optional(Type.String(description === undefined ? {} : { description }));

/** What one channel carried to one subscriber (specification: Message). */
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
      Type.Array(timestamp(), { description: "Several where a message came back, as after a snooze." }),
    ),
    lastSeenDate: Type.Optional(timestamp()),
    lastReadDate: Type.Optional(timestamp()),
    content: Type.Optional(
      Type.Union([Type.Array(EmailBlock), Type.String()], {
        description:
          "In-app: HTML that the server has sanitised (text, lists, tables, pictures and links; no scripts, styles or forms). E-mail: untrusted HTML, as it was sent and not sanitised; it can hold scripts, so an application that shows it must sanitise it first. Other channels: plain text.",
      }),
    ),
    transactionId: Type.String({ description: "Of the trigger it came from." }),
    subject: text(),
    channel: words(CHANNELS),
    read: Type.Boolean(),
    seen: Type.Boolean(),
    snoozedUntil: Type.Optional(timestamp("When the message comes back.")),
    email: text("Address it was sent to."),
    phone: text("Number it was sent to."),
    directWebhookUrl: text("Webhook it was posted to."),
    providerId: text("Provider that carried it."),
    deviceTokens: Type.Optional(Type.Array(Type.String(), { description: "Devices it was pushed to." })),
    title: text(),
    cta: MessageCTA,
    _feedId: Type.Optional(nullable(Type.String())),
    status: words(MESSAGE_STATUSES, {
      description:
        "`sent`: the provider took it. `error`: it was given up. `warning`: an attempt failed and the message waits for the next one.",
    }),
    errorId: text("Which failure it was."),
    errorText: text("The failure in words."),
    payload: Type.Optional(freeForm("Payload of the trigger.")),
    contextKeys: Type.Optional(
      Type.Array(Type.String(), { description: "Where the message belongs: `type:id`." }),
    ),
    overrides: Type.Optional(freeForm("Provider overrides of the trigger.")),
  },
  { title: "Message", description: "One notification on one channel to one subscriber, sent or failed." },
);
export type Message = Static<typeof Message>;
