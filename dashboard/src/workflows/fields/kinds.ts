import type { UiComponent } from "@tidings/contract";

/** The ten kinds of a field. */
export type FieldKind =
  /** One line of text with Liquid. */
  | "line"
  /** Several lines of text with Liquid. */
  | "text"
  /** An amount with its unit. */
  | "length"
  | "number"
  | "choice"
  /** A cron expression, in words where it is a simple one. */
  | "calendar"
  | "switch"
  /** A button of an in-app message: its text and its link. */
  | "buttons"
  /** A rule; the part "When" shows it. */
  | "conditions"
  | "json";

/** Which kind of field a component of the service's forms is. The schema of the value decides over it: `drawnAs`. */
export const KIND_OF: Readonly<Record<UiComponent, FieldKind>> = {
  TEXT_INLINE_LABEL: "line",
  TEXT_FULL_LINE: "line",
  IN_APP_PRIMARY_SUBJECT: "line",
  PUSH_SUBJECT: "line",
  URL_TEXT_BOX: "line",
  IN_APP_AVATAR: "line",
  DIGEST_KEY: "line",
  THROTTLE_KEY: "line",
  THROTTLE_DYNAMIC_KEY: "line",
  EMAIL_BODY: "text",
  BLOCK_EDITOR: "text",
  LAYOUT_EMAIL: "text",
  IN_APP_BODY: "text",
  SMS_BODY: "text",
  CHAT_BODY: "text",
  PUSH_BODY: "text",
  DIGEST_AMOUNT: "length",
  DIGEST_UNIT: "length",
  DELAY_AMOUNT: "length",
  DELAY_UNIT: "length",
  THROTTLE_WINDOW: "length",
  THROTTLE_UNIT: "length",
  THROTTLE_THRESHOLD: "number",
  DIGEST_TYPE: "choice",
  DELAY_TYPE: "choice",
  THROTTLE_TYPE: "choice",
  EMAIL_EDITOR_SELECT: "choice",
  LAYOUT_SELECT: "choice",
  DIGEST_CRON: "calendar",
  DELAY_CRON: "calendar",
  EXTEND_TO_SCHEDULE: "switch",
  IN_APP_DISABLE_SANITIZATION_SWITCH: "switch",
  DISABLE_SANITIZATION_SWITCH: "switch",
  IN_APP_BUTTON_DROPDOWN: "buttons",
  QUERY_EDITOR: "conditions",
  DATA: "json",
};
