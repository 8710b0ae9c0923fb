/** The records of the inbox API, as far as the element reads them. */

export type Severity = "high" | "medium" | "low" | "none";

export type Redirect = { readonly url: string; readonly target?: string };

export type Action = {
  readonly label: string;
  readonly isCompleted: boolean;
  readonly redirect?: Redirect;
};

export type ActionType = "primary" | "secondary";

/** A message of the in-app channel. `subject` and `body` may contain HTML; times are ISO 8601. */
export type InboxNotification = {
  readonly id: string;
  readonly subject?: string;
  readonly body: string;
  readonly isRead: boolean;
  readonly isSeen: boolean;
  readonly isArchived: boolean;
  readonly isSnoozed: boolean;
  readonly snoozedUntil?: string | null;
  readonly createdAt: string;
  readonly avatar?: string;
  readonly primaryAction?: Action;
  readonly secondaryAction?: Action;
  readonly redirect?: Redirect;
  readonly tags?: readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly severity: Severity;
};

export type UnreadCount = {
  readonly total: number;
  readonly severity: Readonly<Record<Severity, number>>;
};

export type Session = {
  readonly token: string;
  readonly unreadCount?: UnreadCount;
  /** 0: notifications cannot be snoozed. */
  readonly maxSnoozeDurationHours?: number;
};

export type NotificationPage = {
  readonly data: readonly InboxNotification[];
  readonly hasMore: boolean;
};

/** A channel's name in the API (`email`, `in_app` …) and whether messages of this channel are sent. */
export type Channels = Readonly<Record<string, boolean>>;

export type Preference = {
  readonly level: "global" | "template";
  readonly channels: Channels;
  readonly workflow?: { readonly id: string; readonly identifier: string; readonly name: string };
  /** Of the global preference: whether messages wait outside of these hours. */
  readonly schedule?: Schedule;
};

export type Schedule = { readonly isEnabled: boolean; readonly weeklySchedule?: object };
