import type { JsonObject } from "../../foundation/json.ts";
import { type ControlSchema, field, REDIRECT, SKIP, SKIP_FIELD, text, toggle } from "./control-schema.ts";

const button = (description: string): JsonObject => ({
  type: "object",
  description,
  properties: { label: text("The text of the button."), redirect: REDIRECT },
});

export const inApp: ControlSchema = {
  dataSchema: {
    type: "object",
    properties: {
      subject: text("The headline."),
      body: text("The message."),
      avatar: text("Address of a picture."),
      primaryAction: button("The first button."),
      secondaryAction: button("The second button."),
      redirect: { ...REDIRECT, description: "Where a click on the message leads." },
      data: { type: "object", additionalProperties: true, description: "Data for your own inbox." },
      disableOutputSanitization: toggle("Leave HTML in variables as it is instead of escaping it."),
      ...SKIP,
    },
    anyOf: [{ required: ["subject"] }, { required: ["body"] }],
  },
  uiSchema: {
    group: "IN_APP",
    properties: {
      subject: field("IN_APP_PRIMARY_SUBJECT", ""),
      body: field("IN_APP_BODY", ""),
      avatar: field("IN_APP_AVATAR", ""),
      primaryAction: field("IN_APP_BUTTON_DROPDOWN"),
      secondaryAction: field("IN_APP_BUTTON_DROPDOWN"),
      redirect: field("URL_TEXT_BOX", { url: "", target: "_self" }),
      data: field("DATA"),
      disableOutputSanitization: field("IN_APP_DISABLE_SANITIZATION_SWITCH", false),
      ...SKIP_FIELD,
    },
  },
};
