/** The texts of the view of a message. */
export const MESSAGE_LABELS = {
  shown: "As sent",
  source: "Source",
  showPictures: "Show remote pictures",
  mail: "The e-mail as sent",
  inApp: "The in-app message",
  noContent: "The message has no text.",
  link: "Link",
  buttons: "Buttons",
} as const;
