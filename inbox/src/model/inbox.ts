import { CONNECTION, REFUSAL, type StreamEvent } from "../api/event-stream.ts";
import type { InboxApi } from "../api/inbox-api.ts";
import type { ActionType, InboxNotification, UnreadCount } from "../api/inbox-notification.ts";
import { attempt, type Failure } from "./attempt.ts";
import { NotificationList } from "./notification-list.ts";
import { countAfter, NO_UNREAD } from "./unread-count.ts";
import { type Tab, unreadFilter, type View } from "./view.ts";

/** How the page learns of changes. */
export type Listener = {
  /** Something that is shown has changed. */
  readonly changed: () => void;
  arrived(notification: InboxNotification): void;
  unreadCountChanged(): void;
  /** The reader asks for a new session and a new stream. */
  restart(): void;
};

/** Changes within this time cause one request. */
const GATHER_MS = 200;

type Update = Partial<InboxNotification>;

/** The notifications and counts of one subscriber, as shown. Knows nothing of the page. */
export class Inbox {
  readonly list: NotificationList;
  tabs: readonly Tab[] = [];
  /** Unread notifications of each tab, in the order of `tabs`. */
  tabCounts: readonly number[] = [];
  unread: UnreadCount = NO_UNREAD;
  maxSnoozeHours = 0;
  isConnected = true;
  /** Why the session or the last click had no effect. */
  failure: Failure | undefined;

  readonly #api: InboxApi;
  readonly #listener: Listener;
  #isOpen = false;
  #isStale = true;
  #expectedTotal = 0;
  /** The stream has stated a count, which is newer than that of the session. */
  #hasLiveCount = false;
  /** The change of each notification, by its id, whose answer is awaited and after which nothing newer is known of it. */
  readonly #latest = new Map<string, symbol>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: InboxApi, listener: Listener) {
    this.#api = api;
    this.#listener = listener;
    this.list = new NotificationList(api, listener.changed);
  }

  /** Opens the session, which states the count. Another tab may pass on events before the answer. */
  async start(): Promise<void> {
    await attempt(this, this.#listener.changed, {
      work: async () => {
        const { unreadCount, maxSnoozeDurationHours = 0 } = await this.#api.session();
        this.maxSnoozeHours = maxSnoozeDurationHours;
        if (unreadCount && !this.#hasLiveCount) this.#setUnread(unreadCount);
      },
      retry: () => this.#listener.restart(),
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.list.stop();
  }

  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (isOpen && this.#isStale) void this.refresh();
  }

  setTabs(tabs: readonly Tab[]): void {
    this.tabs = tabs;
    this.tabCounts = [];
    this.show({ ...this.list.view, filter: tabs[0]?.filter ?? {} });
  }

  show(view: View): void {
    this.list.show(view);
    this.#isStale = true;
    if (this.#isOpen) void this.refresh();
    this.#listener.changed();
  }

  /** Reads the shown list and the counts of the tabs anew. */
  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isStale = false;
    await Promise.all([this.list.refresh(), this.#readTabCounts()]);
  }

  /** Applies an event of the live stream. */
  receive({ event, data }: StreamEvent): void {
    if (event === CONNECTION) this.isConnected = data === true;
    if (event === REFUSAL) this.failure = { message: String(data), retry: () => this.#listener.restart() };
    if (event === CONNECTION || event === REFUSAL) return this.#listener.changed();
    if (event === "ready") this.failure = undefined;
    const { unreadCount, notification } = (data ?? {}) as {
      unreadCount?: UnreadCount | number;
      notification?: InboxNotification;
    };
    if (event === "notification_received" && notification) this.#arrived(notification);
    if (unreadCount === undefined) return;
    this.#hasLiveCount = true;
    const count = typeof unreadCount === "number" ? { ...this.unread, total: unreadCount } : unreadCount;
    // `ready` follows an interruption. A count that is not the expected one was changed by another page or program.
    if (event === "ready" || count.total !== this.#expectedTotal) this.#refreshSoon();
    this.#setUnread(count);
  }

  setRead(one: InboxNotification, isRead: boolean): Promise<void> {
    return this.#change(one, { isRead }, isRead ? "read" : "unread");
  }

  setArchived(one: InboxNotification, isArchived: boolean): Promise<void> {
    return this.#change(one, { isArchived }, isArchived ? "archive" : "unarchive");
  }

  snooze(one: InboxNotification, until: Date): Promise<void> {
    const snoozeUntil = until.toISOString();
    return this.#change(one, { isSnoozed: true, snoozedUntil: snoozeUntil }, "snooze", { snoozeUntil });
  }

  unsnooze(one: InboxNotification): Promise<void> {
    return this.#change(one, { isSnoozed: false, snoozedUntil: null }, "unsnooze");
  }

  complete(one: InboxNotification, actionType: ActionType): Promise<void> {
    const name = `${actionType}Action` as const;
    const action = one[name];
    if (!action || action.isCompleted) return Promise.resolve();
    return this.#change(one, { [name]: { ...action, isCompleted: true } }, "complete", { actionType });
  }

  /** Marks as read or archives all notifications of the shown tab. */
  async changeAll(change: "read" | "archive" | "read-archive"): Promise<void> {
    const { tags, data } = this.list.view.filter;
    const body = { ...(tags && { tags }), ...(data && { data: JSON.stringify(data) }) };
    await attempt(this, this.#listener.changed, {
      work: async () => {
        await this.#api.call("POST", `notifications/${change}`, body);
        await this.refresh();
      },
      retry: () => this.changeAll(change),
    });
  }

  /** Shows the change at once and takes it back when the service refuses it. */
  async #change(before: InboxNotification, update: Update, verb: string, body?: object): Promise<void> {
    const { items } = this.list;
    const after = { ...before, ...update };
    const change = Symbol(verb);
    this.#latest.set(before.id, change);
    this.list.put(after);
    this.#setUnread(countAfter(this.unread, before, after));
    await attempt(this, this.#listener.changed, {
      work: async () => {
        const path = `notifications/${encodeURIComponent(before.id)}/${verb}`;
        const { data } = await this.#api.call<{ data: InboxNotification }>("PATCH", path, body);
        if (this.#isLatest(before.id, change)) {
          this.list.put(data);
          this.#setUnread(countAfter(this.unread, after, data));
        }
        void this.#readTabCounts();
      },
      retry: () => this.#change(before, update, verb, body),
      undo: () => {
        if (this.#isLatest(before.id, change)) this.list.restore(items);
        else this.#refreshSoon();
        this.#setUnread(countAfter(this.unread, after, before));
      },
    });
  }

  /** Whether the answer to this change is the newest that is known of the notification. */
  #isLatest(id: string, change: symbol): boolean {
    return this.#latest.get(id) === change && this.#latest.delete(id);
  }

  #arrived(notification: InboxNotification): void {
    this.#latest.delete(notification.id);
    if (!this.#isOpen || !this.list.addFirst(notification)) this.#refreshSoon();
    // Its count is the next event.
    this.#expectedTotal += 1;
    this.#listener.arrived(notification);
    this.#listener.changed();
  }

  #refreshSoon(): void {
    this.#isStale = true;
    clearTimeout(this.#timer);
    if (this.#isOpen) this.#timer = setTimeout(() => void this.refresh(), GATHER_MS);
  }

  #setUnread(count: UnreadCount): void {
    const isSame = count.total === this.unread.total;
    this.unread = count;
    this.#expectedTotal = count.total;
    if (!isSame) this.#listener.unreadCountChanged();
    this.#listener.changed();
  }

  /** A failure leaves the counts as they are: the list beside them shows that the service fails. */
  async #readTabCounts(): Promise<void> {
    if (this.tabs.length === 0) return;
    const filters = encodeURIComponent(JSON.stringify(this.tabs.map(({ filter }) => unreadFilter(filter))));
    const path = `notifications/count?filters=${filters}`;
    try {
      const { data } = await this.#api.call<{ data: { count: number }[] }>("GET", path);
      this.tabCounts = data.map(({ count }) => count);
    } catch {
      return;
    }
    this.#listener.changed();
  }
}
