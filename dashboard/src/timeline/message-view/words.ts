/** The texts of the view of a message. */
export const MESSAGE_LABELS = {
  shown: "Rendered",
  source: "Source",
  large: "Open large",
  forms: "How to show it",
  phone: "Phone, 375 px",
  desktop: "Desktop, 600 px",
  text: "Text part",
  showPictures: "Show remote pictures",
  mail: "The e-mail",
  inApp: "The in-app message",
  noContent: "The message has no text.",
  link: "Link",
  buttons: "Buttons",
} as const;
