import { type ControlSchema, field, NOT_RUN_YET, SKIP, SKIP_FIELD, text, toggle } from "./control-schema.ts";

export const email: ControlSchema = {
  dataSchema: {
    type: "object",
    properties: {
      subject: { ...text("The subject line."), minLength: 1 },
      preheader: text("A line that mail programs show after the subject in their lists; hidden in the mail."),
      body: { ...text("The mail itself, as HTML."), default: "" },
      editorType: {
        type: "string",
        enum: ["block", "html"],
        default: "html",
        description:
          "The editor of the body. A document of the block editor (JSON) is refused; HTML is sent as it is, whatever the value.",
      },
      layoutId: { type: ["string", "null"], description: `The layout around the body. ${NOT_RUN_YET}` },
      disableOutputSanitization: toggle("Leave HTML in variables as it is instead of escaping it."),
      ...SKIP,
    },
    required: ["subject"],
  },
  uiSchema: {
    group: "EMAIL",
    properties: {
      subject: field("TEXT_INLINE_LABEL", ""),
      preheader: field("TEXT_INLINE_LABEL", ""),
      body: field("EMAIL_BODY", ""),
      editorType: field("EMAIL_EDITOR_SELECT", "html"),
      layoutId: field("LAYOUT_SELECT"),
      disableOutputSanitization: field("DISABLE_SANITIZATION_SWITCH", false),
      ...SKIP_FIELD,
    },
  },
};
