import type { Locator, Page } from "playwright-core";
import type { BulkAction, InboxPage, ItemAction, ListStatus } from "./inbox-page.ts";
import { shows } from "./use-browser.ts";

/** Novu's `<Inbox />` 3.19.2, found by its documented classes. */

const STATUS_LABELS: Record<ListStatus, string> = {
  all: "Unread & read",
  unread: "Unread only",
  snoozed: "Snoozed",
  archived: "Archived",
};
const BUTTONS: Record<ItemAction, string> = {
  read: "Read",
  unread: "Unread",
  archive: "Archive",
  unarchive: "Unarchive",
  snooze: "Snooze",
  unsnooze: "Unsnooze",
};
/** How long one click may try; then it is looked again whether the menu is open. */
const MENU_MS = 1_000;
const BULK_LABELS: Record<BulkAction, string> = {
  readAll: "Mark all as read",
  archiveAll: "Archive all",
  archiveRead: "Archive read",
};

export function novuInbox(page: Page): InboxPage {
  const items = page.locator(".nv-notification");
  const withSubject = page.locator(".nv-notificationSubject");
  const item = (subject: string) => items.filter({ has: withSubject.getByText(subject, { exact: true }) });
  const texts = (of: Locator) => of.locator(".nv-notificationSubject").allTextContents();
  const tab = (label: string) => page.getByRole("tab", { name: new RegExp(`^${label}`) });
  return {
    page,
    item,
    open: () => page.locator(".nv-inbox__popoverTrigger").click(),
    isMarked: () => page.locator(".nv-bellDot").isVisible(),
    subjects: () => texts(items),
    unreadSubjects: () => texts(items.filter({ has: page.locator(".nv-notificationDot") })),
    isEmpty: () => page.locator(".nv-notificationListEmptyNotice").isVisible(),
    showNew: async () => {
      const notice = page.locator(".nv-notificationListNewNotificationsNotice__button");
      if (await notice.isVisible()) await notice.click();
    },
    act: async (subject, action) => {
      await item(subject).hover();
      if (action === "snooze") await chooseAnHour(item(subject));
      else await item(subject).locator(`.nv-notification${BUTTONS[action]}__button`).click();
      // The tooltip of a button covers others.
      await page.mouse.move(0, 0);
    },
    press: (subject) => item(subject).click(),
    pressButton: (subject, label) => item(subject).getByRole("button", { name: label, exact: true }).click(),
    scrollToEnd: async () => {
      await items.last().scrollIntoViewIfNeeded();
      await items.last().hover();
      await page.mouse.wheel(0, 5_000);
    },
    tab: (label) => tab(label).click(),
    tabCount: async (label) => {
      const [text] = await tab(label).locator(".nv-notificationsTabsTriggerCount").allTextContents();
      return Number(text ?? 0);
    },
    show: async (status) => {
      await page.locator(".nv-inboxStatus__dropdownTrigger").click();
      await menuItem(page, "inboxStatus", STATUS_LABELS[status]).click();
    },
    bulk: async (action) => {
      await page.locator(".nv-moreActions__dropdownTrigger").click();
      await menuItem(page, "moreActions", BULK_LABELS[action]).click();
    },
    ...preferencesOf(page),
  };
}

/** The answer to an earlier action draws the item anew, which closes its open menu: a person opens it again. */
async function chooseAnHour(item: Locator): Promise<void> {
  const hour = menuItem(item.page(), "notificationSnooze", "An hour from now");
  const button = item.locator(".nv-notificationSnooze__button");
  await shows(async () => {
    if (!(await hour.isVisible())) await button.click();
    return hour.click({ timeout: MENU_MS }).then(
      () => true,
      () => false,
    );
  }, true);
}

function menuItem(page: Page, menu: string, label: string): Locator {
  return page.locator(`.nv-${menu}__dropdownItem`).filter({ has: page.getByText(label, { exact: true }) });
}

type Preferences = Pick<InboxPage, "openPreferences" | "toggleChannel" | "isChannelOn" | "toggleSchedule">;

function preferencesOf(page: Page): Preferences {
  const group = (workflow: string | null) => {
    const label = page
      .locator(".nv-workflowLabel")
      .getByText(workflow ?? "Global Preferences", { exact: true });
    return page.locator(".nv-workflowContainer").filter({ has: label });
  };
  const row = (workflow: string | null, channel: string) =>
    group(workflow)
      .locator(".nv-channelContainer")
      .filter({ has: page.getByText(channel, { exact: true }) });
  const opened = async (workflow: string | null) => {
    if ((await group(workflow).getAttribute("data-open")) === "false")
      await group(workflow).locator(".nv-workflowLabelHeader").click();
  };
  return {
    openPreferences: async () => {
      await page.locator(".nv-preferences__button").click();
      await group(null).waitFor();
    },
    toggleChannel: async (workflow, channel) => {
      await opened(workflow);
      await row(workflow, channel).locator(".nv-channelSwitch").click();
    },
    isChannelOn: async (workflow, channel) => {
      await opened(workflow);
      const state = await row(workflow, channel).locator(".nv-channelSwitchThumb").getAttribute("data-state");
      return state === "enabled";
    },
    toggleSchedule: () => page.locator(".nv-scheduleHeader .nv-channelSwitch").click(),
  };
}
