import type { Tidings } from "@tidings/client";
import type { Page } from "playwright-core";
import type { SignedIn } from "./browser.ts";
import { eventAt } from "./mixture.ts";

/** Times of a screen's parts, in milliseconds, by name. */
export type Times = Map<string, number[]>;

const HOME_BOXES = {
  "needs attention": "main #attention",
  now: "main [aria-labelledby=now] dl",
  integrations: "main #integrations",
  "last notifications": "main section[aria-label='Last notifications'] tbody tr",
};

/** What the notifications list is narrowed by: parameters of its address. */
async function filtersOf(client: Tidings): Promise<Record<string, string>> {
  const { data } = await client.notifications.list({ workflowIds: ["news"], limit: 1 });
  const { subscriberId, email } = eventAt(1).to;
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  return {
    "needs attention": "attention=true",
    waiting: "state=waiting",
    delivered: "state=delivered",
    skipped: "state=skipped",
    failed: "state=failed",
    "a workflow of 30 %": "workflow=news",
    "a workflow of 0.1 %": "workflow=rare",
    "a subscriber": `search=${subscriberId}`,
    "an e-mail address": `search=${email}`,
    "a transaction": `search=${data[0]?.transactionId}`,
    "a word without a match": "search=nobody",
    "a channel": "channel=sms",
    "a reason of 5 %": "code=no_phone",
    "a reason without a match": "code=step_crashed",
    "the last hour": `from=${hourAgo}`,
    "needs attention, of a workflow": "attention=true&workflow=refused",
    "needs attention, of a workflow without a match": "attention=true&workflow=news",
    "needs attention, with a reason, of a workflow":
      "attention=true&code=content_failed&workflow=broken-text",
    "waiting, of a workflow without a match": "state=waiting&workflow=rare",
    "skipped, of a subscriber": `state=skipped&search=${subscriberId}`,
    "delivered, of a workflow of 0.1 %": "state=delivered&workflow=rare",
    "delivered, of a workflow without a match": "state=delivered&workflow=refused",
  };
}

type Rounds = { signedIn: SignedIn; client: Tidings; home: string; rounds: number };

/** From Home to the first row of the list; then its pages, its oldest pages, and each filter from an old page. */
export async function timeLists({ signedIn, client, home, rounds }: Rounds): Promise<Times> {
  const times: Times = new Map();
  const list = `${home}/notifications`;
  const oldest = await oldPage(client);
  for (let round = 0; round < rounds; round += 1) {
    const page = await signedIn.openTab(home);
    await page.locator(HOME_BOXES["last notifications"]).first().waitFor();
    note(times, "first row", await timePress(page, "link", "Notifications"));
    for (let at = 0; at < 4; at += 1) note(times, "page", await timePress(page, "button", "Older"));
    await timePath(page, `${list}?afterId=${oldest}`);
    for (let at = 0; at < 2; at += 1) note(times, "old page", await timePress(page, "button", "Older"));
    for (let at = 0; at < 2; at += 1) note(times, "page back", await timePress(page, "button", "Newer"));
    await timePath(page, list);
    for (const [name, search] of Object.entries(await filtersOf(client))) {
      // Some filters have the same first page as the whole list: its rows would not change.
      await timePath(page, `${list}?afterId=${oldest}`);
      note(times, name, await timePath(page, `${list}?${search}`));
    }
  }
  return times;
}

/** From the list to each box of Home. */
export async function timeHome({ signedIn, home, rounds }: Rounds): Promise<Times> {
  const times: Times = new Map();
  for (let round = 0; round < rounds; round += 1) {
    const page = await signedIn.openTab(`${home}/notifications`);
    await page.locator("main tbody tr:visible").first().waitFor();
    const link = page.getByRole("link", { name: "Home", exact: true }).first();
    const took = await link.evaluate(
      (press, selectors) => window.bench.timeBoxes({ press }, selectors),
      Object.values(HOME_BOXES),
    );
    for (const [at, name] of Object.keys(HOME_BOXES).entries()) note(times, name, took[at] ?? Number.NaN);
  }
  return times;
}

/** The id of a notification in the middle of the list. */
async function oldPage(client: Tidings): Promise<string> {
  const newest = (await client.notifications.list({ limit: 1 })).data[0];
  const { data } = await client.notifications.list({ view: "brief", limit: 1, page: 20_000 });
  return data[0]?._id ?? newest?._id ?? "";
}

const timePress = (page: Page, role: "link" | "button", name: string): Promise<number> =>
  page
    .getByRole(role, { name, exact: true })
    .first()
    .evaluate((press) => window.bench.timeRows({ press }));

const timePath = (page: Page, path: string): Promise<number> =>
  page.evaluate((to) => window.bench.timeRows({ path: to }), path);

function note(times: Times, name: string, ms: number): void {
  times.set(name, [...(times.get(name) ?? []), ms]);
}
