import type { ActionType, InboxNotification } from "../api/inbox-notification.ts";
import type { Texts } from "../content/texts.ts";
import type { Inbox } from "../model/inbox.ts";
import type { Preferences } from "../model/preferences.ts";

/** What the parts know of the element. */
export type Host = {
  readonly inbox: Inbox;
  readonly preferences: Preferences;
  readonly texts: Texts;
  /** A valid language tag for dates; undefined is the browser's. */
  readonly locale: string | undefined;
  /** Reads the notification, tells the page, and follows its link unless the page prevents it. */
  openNotification(notification: InboxNotification): void;
  /** Completes the action, tells the page, and follows the action's link unless the page prevents it. */
  takeAction(notification: InboxNotification, type: ActionType): void;
  close(): void;
};

/** A part of the shown element: `update` shows the present state. */
export type Part<Root extends Element = HTMLElement> = { readonly root: Root; update(): void };
