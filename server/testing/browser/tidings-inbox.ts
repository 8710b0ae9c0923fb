import type { Locator, Page } from "playwright-core";
import { escapeHtml } from "../../src/foundation/escape-html.ts";
import type { BulkAction, InboxPage, ItemAction, ListStatus } from "./inbox-page.ts";

/** `<tidings-inbox>`, found by roles and names as a screen reader does, and by its documented parts. */

const STATUS_LABELS: Record<ListStatus, string> = {
  all: "Unread & read",
  unread: "Unread",
  snoozed: "Snoozed",
  archived: "Archived",
};
const BUTTONS: Record<ItemAction, string> = {
  read: "Mark as read",
  unread: "Mark as unread",
  archive: "Archive",
  unarchive: "Unarchive",
  snooze: "Snooze",
  unsnooze: "Unsnooze",
};
const BULK_LABELS: Record<BulkAction, string> = {
  readAll: "Mark all as read",
  archiveAll: "Archive all",
  archiveRead: "Archive read",
};

/** The HTML of a page with the element, and with the script that the service serves. */
export function tidingsInboxPage(url: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const heading = "<h1>A page</h1>";
  return `<main>${heading}<tidings-inbox${written.join("")}></tidings-inbox></main><script type="module" src="${url}/inbox.js"></script>`;
}

export function tidingsInbox(page: Page): InboxPage {
  const items = page.getByRole("article");
  const withSubject = page.locator("[part=subject]");
  const item = (subject: string) => items.filter({ has: withSubject.getByText(subject, { exact: true }) });
  const subjectsOf = (of: Locator) => of.locator("[part=subject]").allTextContents();
  const button = (of: Page | Locator, name: string) => of.getByRole("button", { name, exact: true });
  const choose = (name: string) => page.getByRole("menuitem", { name }).click();
  const tab = (label: string) => page.getByRole("tab", { name: new RegExp(`^${label}`) });
  return {
    page,
    item,
    open: () => page.getByRole("button", { name: /^Notifications, / }).click(),
    isMarked: () => page.locator("[part=badge]").isVisible(),
    subjects: () => subjectsOf(items),
    unreadSubjects: () => subjectsOf(page.locator("[part~=item-unread]")),
    isEmpty: () => page.getByText("There are no notifications.", { exact: true }).isVisible(),
    showNew: async () => {
      const newer = button(page, "New notifications");
      if (await newer.isVisible()) await newer.click();
    },
    act: async (subject, action) => {
      await item(subject).hover();
      await button(item(subject), BUTTONS[action]).click();
      if (action === "snooze") await choose("1 hour");
    },
    press: (subject) => item(subject).locator("[part=body]").click(),
    pressButton: (subject, label) => button(item(subject), label).click(),
    scrollToEnd: () => items.last().scrollIntoViewIfNeeded(),
    tab: (label) => tab(label).click(),
    tabCount: async (label) => Number(await tab(label).locator("[part=tab-count]").textContent()),
    show: async (status) => {
      await page.getByLabel("Show").selectOption({ label: STATUS_LABELS[status] });
    },
    bulk: async (action) => {
      await button(page, "More actions").click();
      await choose(BULK_LABELS[action]);
    },
    ...preferencesOf(page),
  };
}

type Preferences = Pick<InboxPage, "openPreferences" | "toggleChannel" | "isChannelOn" | "toggleSchedule">;

function preferencesOf(page: Page): Preferences {
  const group = (workflow: string | null) =>
    page.getByRole("group", { name: workflow ?? "All notifications", exact: true });
  const channelSwitch = (workflow: string | null, channel: string) =>
    group(workflow).getByRole("switch", { name: channel, exact: true });
  return {
    openPreferences: async () => {
      await page.getByRole("button", { name: "Preferences", exact: true }).click();
      await group(null).waitFor();
    },
    toggleChannel: (workflow, channel) => channelSwitch(workflow, channel).click(),
    isChannelOn: (workflow, channel) => channelSwitch(workflow, channel).isChecked(),
    toggleSchedule: () => channelSwitch(null, "Only during my hours (default: Mon–Fri, 9 AM–5 PM)").click(),
  };
}
