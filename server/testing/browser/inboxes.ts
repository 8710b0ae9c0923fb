import type { Page } from "playwright-core";
import type { InboxPage } from "./inbox-page.ts";
import { novuInbox } from "./novu-inbox.ts";
import type { PageServer } from "./page-server.ts";
import { tidingsInbox, tidingsInboxPage } from "./tidings-inbox.ts";

/** The options that a page passes to an inbox. */
export type InboxOptions = {
  /** The service, and where its live events come from. */
  url: string;
  liveUrl?: string;
  applicationIdentifier: string;
  subscriberId: string;
  subscriberHash?: string;
  tabs?: readonly { label: string; filter: object }[];
};

/** An implementation of the inbox: the address of a page that shows it, and how a person uses it there. */
export type InboxKind = {
  readonly name: string;
  /** The beginning of the names of its screenshots. */
  readonly slug: string;
  address(pages: PageServer, options: InboxOptions): string;
  on(page: Page): InboxPage;
};

const novu: InboxKind = {
  name: "Novu's <Inbox />",
  slug: "novu",
  address: (pages, { url, liveUrl = url, ...properties }) =>
    pages.novu("novu-inbox", { ...properties, backendUrl: url, socketUrl: liveUrl }),
  on: novuInbox,
};

const tidings: InboxKind = {
  name: "<tidings-inbox>",
  slug: "tidings",
  address: (pages, { url, applicationIdentifier, subscriberId, subscriberHash, tabs }) => {
    const attributes = {
      "application-identifier": applicationIdentifier,
      "subscriber-id": subscriberId,
      ...(subscriberHash ? { "subscriber-hash": subscriberHash } : {}),
      ...(tabs ? { tabs: JSON.stringify(tabs) } : {}),
    };
    return pages.page(tidingsInboxPage(url, attributes));
  },
  on: tidingsInbox,
};

/** The implementations that pass the same stories. */
export const INBOXES: readonly InboxKind[] = [novu, tidings];
