import type { InboxNotification, Severity } from "../api/inbox-notification.ts";

/**
 * Which notifications a tab shows: those with one of the tags, one of the severities, and this `data`. Tags in lists,
 * `[["a", "b"], ["c"]]`, mean (a or b) and c.
 */
export type TabFilter = {
  readonly tags?: readonly (string | readonly string[])[];
  readonly severity?: Severity | readonly Severity[];
  readonly data?: Readonly<Record<string, unknown>>;
};

export type Tab = { readonly label: string; readonly filter: TabFilter };

export const STATUSES = ["all", "unread", "snoozed", "archived"] as const;
export type Status = (typeof STATUSES)[number];

/** What the list shows. */
export type View = { readonly filter: TabFilter; readonly status: Status };

type StateFilter = { readonly read?: boolean; readonly archived?: boolean; readonly snoozed?: boolean };

const STATES: Readonly<Record<Status, StateFilter>> = {
  all: { archived: false, snoozed: false },
  unread: { read: false, archived: false, snoozed: false },
  snoozed: { snoozed: true },
  archived: { archived: true },
};

/** The filter of the count of unread notifications. */
export function unreadFilter(filter: TabFilter): TabFilter & StateFilter {
  return { ...STATES.unread, ...filter };
}

/** @param after id of the last notification of the page before. */
export function listPath({ filter, status }: View, limit: number, after?: string): string {
  const query = new URLSearchParams({ limit: String(limit) });
  if (after) query.set("after", after);
  for (const [name, value] of Object.entries(STATES[status])) query.set(name, String(value));
  filter.tags?.forEach((tag, index) => {
    if (typeof tag === "string") query.append("tags[]", tag);
    else for (const one of tag) query.append(`tags[${index}][]`, one);
  });
  for (const one of [filter.severity ?? []].flat()) query.append("severity[]", one);
  if (filter.data) query.set("data", JSON.stringify(filter.data));
  return `notifications?${query}`;
}

/** Whether the state of a notification, which a click may have changed, still belongs into the list. */
export function belongsInto(status: Status, one: InboxNotification): boolean {
  if (status === "archived") return one.isArchived;
  if (status === "snoozed") return one.isSnoozed;
  return !one.isArchived && !one.isSnoozed && !(status === "unread" && one.isRead);
}

/** Whether every new notification belongs into the list. For tabs with a filter, only the service knows. */
export function takesAllNew({ filter, status }: View): boolean {
  return Object.keys(filter).length === 0 && (status === "all" || status === "unread");
}

/** Reads the attribute `tabs`: a JSON array of `{label, filter}`. Anything else is no tabs. */
export function readTabs(value: unknown): Tab[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: Partial<Tab> | null) =>
    typeof one?.label === "string" ? [{ label: one.label, filter: readFilter(one.filter) }] : [],
  );
}

function readFilter({ tags, severity, data }: TabFilter = {}): TabFilter {
  return { ...(tags && { tags }), ...(severity && { severity }), ...(data && { data }) };
}
