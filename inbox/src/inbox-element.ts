import { type Identity, InboxApi } from "./api/inbox-api.ts";
import type { Redirect, UnreadCount } from "./api/inbox-notification.ts";
import { validLocale } from "./content/relative-time.ts";
import { isSafeLink } from "./content/safe-link.ts";
import { TEXTS, type Texts } from "./content/texts.ts";
import { receiveLiveEvents } from "./live/shared-stream.ts";
import { Inbox } from "./model/inbox.ts";
import { Preferences } from "./model/preferences.ts";
import { NO_UNREAD } from "./model/unread-count.ts";
import { readTabs, type Tab } from "./model/view.ts";
import type { Host } from "./parts/host.ts";
import { createShell, type Shell } from "./parts/shell.ts";
import { reflectAttributes, upgradeProperties } from "./reflect.ts";
import css from "./style.css";

/** The service that served this script. */
const SCRIPT_BASE = new URL(".", import.meta.url).href;

const PLAIN = ["application-identifier", "subscriber-id", "subscriber-hash", "base-url", "theme", "locale"];

/**
 * `<tidings-inbox>`: a bell with the number of unread notifications, and a panel with the subscriber's inbox. Attributes,
 * events, parts and CSS variables are described in docs/inbox.md.
 *
 * @fires unreadcountchange `detail.unreadCount`: {total, severity}.
 * @fires notificationclick `detail.notification`. Cancelable: its link is then not followed.
 * @fires actionclick `detail.notification`, `detail.action`: primary or secondary. Cancelable: its link is then not
 *   followed.
 */
export class TidingsInbox extends HTMLElement {
  static readonly observedAttributes = [...PLAIN, "tabs", "open"];

  /** Identifier of the environment. */
  declare applicationIdentifier: string;
  declare subscriberId: string;
  /** Hex HMAC-SHA256 of the subscriber's id, made by the page's own server. */
  declare subscriberHash: string;
  /** Address of the service; by default, of the service that served this script. */
  declare baseUrl: string;
  /** light, dark, or auto (the system's). */
  declare theme: string;
  /** Language of dates, such as `de-CH`; by default the browser's. */
  declare locale: string;

  static {
    reflectAttributes(TidingsInbox.prototype, PLAIN);
  }

  readonly #root = this.attachShadow({ mode: "open" });
  #texts: Texts = TEXTS;
  #inbox: Inbox | undefined;
  #shell: Shell | undefined;
  #running: AbortController | undefined;
  #isRestarting = false;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    this.#root.adoptedStyleSheets = [sheet];
  }

  connectedCallback(): void {
    upgradeProperties(this, [...TidingsInbox.observedAttributes, "texts"]);
    this.#restartSoon();
  }

  disconnectedCallback(): void {
    this.#stop();
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || name === "theme") return;
    if (name === "open") this.#shell?.setOpen(this.open);
    else if (name === "tabs") this.#inbox?.setTabs(this.tabs);
    else this.#restartSoon();
  }

  /** The unread notifications, as last reported. */
  get unreadCount(): UnreadCount {
    return this.#inbox?.unread ?? NO_UNREAD;
  }

  /** `[{label, filter: {tags, severity, data}}]`; an attribute that is no such JSON is no tabs. */
  get tabs(): readonly Tab[] {
    try {
      return readTabs(JSON.parse(this.getAttribute("tabs") ?? "[]"));
    } catch {
      return [];
    }
  }

  set tabs(tabs: readonly Tab[]) {
    this.setAttribute("tabs", JSON.stringify(tabs));
  }

  get open(): boolean {
    return this.hasAttribute("open");
  }

  set open(isOpen: boolean) {
    this.toggleAttribute("open", isOpen);
  }

  get texts(): Texts {
    return this.#texts;
  }

  /** Replaces texts of the element, such as `{title: "Mitteilungen"}`. */
  set texts(texts: Partial<Texts>) {
    this.#texts = { ...TEXTS, ...texts };
    this.#restartSoon();
  }

  /** Reads the list and the counts anew. */
  async refresh(): Promise<void> {
    await this.#inbox?.refresh();
  }

  /** Attributes that a page sets together cause one start. */
  #restartSoon(): void {
    if (this.#isRestarting || !this.isConnected) return;
    this.#isRestarting = true;
    queueMicrotask(() => {
      this.#isRestarting = false;
      this.#stop();
      if (this.isConnected) this.#start();
    });
  }

  #start(): void {
    const identity = this.#identity();
    const api = new InboxApi(identity);
    const changed = () => this.#shell?.updateSoon();
    const restart = () => this.#restartSoon();
    const inbox = new Inbox(api, {
      changed,
      restart,
      arrived: (notification) => this.#shell?.announce(notification),
      unreadCountChanged: () => {
        if (inbox === this.#inbox) this.#emit("unreadcountchange", { unreadCount: inbox.unread });
      },
    });
    inbox.setTabs(this.tabs);
    const before = this.unreadCount.total;
    this.#inbox = inbox;
    // The count of another subscriber.
    if (before !== 0) this.#emit("unreadcountchange", { unreadCount: NO_UNREAD });
    this.#shell = createShell(this, this.#hostOf(inbox, new Preferences(api, changed)));
    this.#root.replaceChildren(...this.#shell.nodes);
    const { baseUrl, applicationIdentifier, subscriberId } = identity;
    if (applicationIdentifier && subscriberId) {
      this.#running = new AbortController();
      const name = `tidings-inbox ${baseUrl} ${applicationIdentifier} ${subscriberId}`;
      void inbox.start();
      receiveLiveEvents(api, name, (event) => inbox.receive(event), this.#running.signal);
    } else {
      inbox.failure = { message: this.#texts.incomplete, retry: restart };
    }
    this.#shell.setOpen(this.open);
    this.#shell.updateSoon();
  }

  #stop(): void {
    this.#running?.abort();
    this.#inbox?.stop();
    this.#shell?.stop();
    this.#root.replaceChildren();
  }

  #identity(): Identity {
    const { applicationIdentifier, subscriberId, subscriberHash, baseUrl } = this;
    return {
      baseUrl: baseUrl || SCRIPT_BASE,
      applicationIdentifier,
      subscriberId,
      subscriberHash: subscriberHash || undefined,
    };
  }

  #hostOf(inbox: Inbox, preferences: Preferences): Host {
    return {
      inbox,
      preferences,
      texts: this.#texts,
      locale: validLocale(this.locale),
      openNotification: (notification) => {
        if (!notification.isRead) void inbox.setRead(notification, true);
        this.#emit("notificationclick", { notification }, () => follow(notification.redirect));
      },
      takeAction: (notification, type) => {
        void inbox.complete(notification, type);
        const { redirect } = notification[`${type}Action`] ?? {};
        this.#emit("actionclick", { notification, action: type }, () => follow(redirect));
      },
      close: () => {
        this.open = false;
      },
    };
  }

  /** @param unlessPrevented the default action of a cancelable event. */
  #emit(name: string, detail: object, unlessPrevented?: () => void): void {
    const options = { detail, bubbles: true, composed: true, cancelable: unlessPrevented !== undefined };
    if (this.dispatchEvent(new CustomEvent(name, options))) unlessPrevented?.();
  }
}

function follow(redirect: Redirect | undefined): void {
  if (!redirect || !isSafeLink(redirect.url)) return;
  const target = redirect.target ?? "_self";
  open(redirect.url, target, target === "_blank" ? "noopener,noreferrer" : "");
}
