import type { InboxApi } from "../api/inbox-api.ts";
import type { InboxNotification, NotificationPage } from "../api/inbox-notification.ts";
import { type Failure, sentenceOf } from "./attempt.ts";
import { belongsInto, listPath, takesAllNew, type View } from "./view.ts";

const PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 100;
const MAX_SEEN_IDS = 20;

/** The loaded part of one view's list, newest first. */
export class NotificationList {
  items: readonly InboxNotification[] = [];
  view: View = { filter: {}, status: "all" };
  hasMore = false;
  /** What is read: the shown part, or the page after it. */
  loading: "shown" | "next" | undefined;
  /** Why the list is not complete. */
  failure: Failure | undefined;

  readonly #api: InboxApi;
  readonly #changed: () => void;
  #cursor: string | undefined;
  /** A result of an earlier load is left out. */
  #load = 0;
  /** The ids of notifications that arrived since the running load began: its result may lack them. */
  #arrived = new Set<string>();
  /** What was changed on this page since the running load began: its result may be older. */
  readonly #put = new Map<string, InboxNotification>();

  constructor(api: InboxApi, changed: () => void) {
    this.#api = api;
    this.#changed = changed;
  }

  /** Empties the list; `refresh` fills it. */
  show(view: View): void {
    this.stop();
    this.view = view;
    this.items = [];
    this.hasMore = false;
    this.failure = undefined;
  }

  /** Ignores the result of a running request. */
  stop(): void {
    this.#load += 1;
    this.loading = undefined;
  }

  /** Reads the shown part of the list anew: at least one page, at most 100 notifications. */
  async refresh(): Promise<void> {
    const limit = Math.min(MAX_PAGE_SIZE, Math.max(PAGE_SIZE, this.items.length));
    await this.#read(limit, undefined, () => this.refresh());
  }

  async loadMore(): Promise<void> {
    if (this.loading || !this.hasMore || this.failure) return;
    await this.#read(PAGE_SIZE, this.#cursor, () => this.#again());
  }

  /** Shows the state of a notification; removes it when it belongs into the list no more. */
  put(changed: InboxNotification): void {
    this.#put.set(changed.id, changed);
    this.items = this.#after(this.items, new Map([[changed.id, changed]]));
  }

  /** Restores the order of an earlier `items`, after a change that failed. */
  restore(items: readonly InboxNotification[]): void {
    this.#put.clear();
    this.items = items;
  }

  /** Adds a new notification, or moves one whose snooze has ended. @returns false if only the service knows its place. */
  addFirst(arrived: InboxNotification): boolean {
    if (!takesAllNew(this.view)) return false;
    this.items = [arrived, ...this.items.filter(({ id }) => id !== arrived.id)];
    this.#arrived.add(arrived.id);
    this.#put.delete(arrived.id);
    return true;
  }

  /** Tells the service which notifications were visible. A failure changes nothing: the next display repeats it. */
  async markSeen(ids: readonly string[]): Promise<void> {
    this.items = this.items.map((one) => (ids.includes(one.id) ? { ...one, isSeen: true } : one));
    for (let from = 0; from < ids.length; from += MAX_SEEN_IDS) {
      const notificationIds = ids.slice(from, from + MAX_SEEN_IDS);
      await this.#api.call("POST", "notifications/seen", { notificationIds }).catch(() => {});
    }
  }

  #after(
    items: readonly InboxNotification[],
    changes: ReadonlyMap<string, InboxNotification>,
  ): readonly InboxNotification[] {
    const changed = items.map((one) => changes.get(one.id) ?? one);
    return changed.filter((one) => !changes.has(one.id) || belongsInto(this.view.status, one));
  }

  #continued(read: readonly InboxNotification[]): readonly InboxNotification[] {
    const known = new Set(this.items.map(({ id }) => id));
    return [...this.items, ...read.filter(({ id }) => !known.has(id))];
  }

  /** What was read, and before it what has arrived meanwhile and is still shown. */
  #anew(read: readonly InboxNotification[]): readonly InboxNotification[] {
    const known = new Set(read.map(({ id }) => id));
    return [...this.items.filter(({ id }) => this.#arrived.has(id) && !known.has(id)), ...read];
  }

  #again(): Promise<void> {
    this.failure = undefined;
    return this.loadMore();
  }

  async #read(limit: number, after: string | undefined, retry: () => void): Promise<void> {
    this.#load += 1;
    const load = this.#load;
    this.#arrived = new Set();
    this.#put.clear();
    this.loading = after ? "next" : "shown";
    this.#changed();
    try {
      const page = await this.#api.call<NotificationPage>("GET", listPath(this.view, limit, after));
      if (load !== this.#load) return;
      const read = this.#after(page.data, this.#put);
      this.items = after ? this.#continued(read) : this.#anew(read);
      this.hasMore = page.hasMore;
      this.#cursor = page.data.at(-1)?.id;
      this.failure = undefined;
    } catch (error) {
      if (load !== this.#load) return;
      this.failure = { message: sentenceOf(error), retry };
    }
    this.loading = undefined;
    this.#changed();
  }
}
