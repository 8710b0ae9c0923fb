import { type ControlSchema, field, SKIP, SKIP_FIELD, text } from "./control-schema.ts";

/** The channels that carry plain text. */

export const sms: ControlSchema = {
  dataSchema: {
    type: "object",
    properties: { body: { ...text("The text of the SMS."), minLength: 1 }, ...SKIP },
    required: ["body"],
  },
  uiSchema: { group: "SMS", properties: { body: field("SMS_BODY", ""), ...SKIP_FIELD } },
};

export const chat: ControlSchema = {
  dataSchema: {
    type: "object",
    properties: { body: { ...text("The text of the chat message."), minLength: 1 }, ...SKIP },
    required: ["body"],
  },
  uiSchema: { group: "CHAT", properties: { body: field("CHAT_BODY", ""), ...SKIP_FIELD } },
};

export const push: ControlSchema = {
  dataSchema: {
    type: "object",
    properties: {
      subject: { ...text("The headline of the notification."), minLength: 1 },
      body: { ...text("Its text."), minLength: 1 },
      data: { type: "object", additionalProperties: true, description: "Data for your own app." },
      ...SKIP,
    },
    required: ["subject", "body"],
  },
  uiSchema: {
    group: "PUSH",
    properties: {
      subject: field("PUSH_SUBJECT", ""),
      body: field("PUSH_BODY", ""),
      data: field("DATA"),
      ...SKIP_FIELD,
    },
  },
};
