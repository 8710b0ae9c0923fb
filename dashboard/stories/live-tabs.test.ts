import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { startService } from "../../server/src/service.ts";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { keepPort } from "../../server/testing/kept-port.ts";
import { inApp } from "../../server/testing/steps.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { type TestService, useTestService } from "../../server/testing/test-service.ts";
import { openScreen } from "../testing/notification-page.ts";

/** Pages that stay open: in many tabs, under a flood, through restarts and upgrades of the service. */

const service = await useTestService();
const browser = useBrowser();

async function prepared(): Promise<TestEnvironment> {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("Hello")]);
  await environment.finished(await environment.trigger("news", "first"));
  return environment;
}

const isLive = (page: Page) => page.getByText("Live", { exact: true }).first().waitFor();
const rows = (page: Page) => page.locator("main tbody tr");
const newer = (page: Page) => page.getByRole("button", { name: / newer$/ });

/** Puts a tab into the background, or back; a browser without a window shows all tabs. */
const putBehind = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    const { document, Event } = globalThis as any;
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

/** How many streams each page has open. */
function streamsOf(page: Page): (tab: Page) => number {
  const open = new Map<Request, Page>();
  page.context().on("request", (request) => {
    if (request.url().includes("/dashboard/live?")) open.set(request, request.frame().page());
  });
  page.context().on("requestfinished", (request) => open.delete(request));
  page.context().on("requestfailed", (request) => open.delete(request));
  return (tab) => [...open.values()].filter((one) => one === tab).length;
}

/** The addresses that the page asks for from now on. */
function requestsOf(page: Page, part: string): readonly string[] {
  const found: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(part)) found.push(request.url());
  });
  return found;
}

test("eight tabs are live when they are looked at, and hidden ones hold no connection", async () => {
  const environment = await prepared();
  const first = await openScreen(browser, service, { environment, path: "notifications" });
  const streams = streamsOf(first);
  await first.reload();
  await isLive(first);
  const tabs = [first];
  for (let count = 1; count < 8; count += 1) {
    await putBehind(tabs.at(-1) as Page, true);
    const tab = await browser.visitBeside(first, first.url());
    await isLive(tab);
    tabs.push(tab);
  }
  await shows(() => tabs.map(streams), [0, 0, 0, 0, 0, 0, 0, 1]);
  await environment.trigger("news", "second");
  await newer(tabs[7] as Page).waitFor();
  for (const [at, tab] of tabs.slice(0, 7).entries()) {
    await putBehind(tabs[at - 1] ?? (tabs[7] as Page), true);
    await putBehind(tab, false);
    await newer(tab).waitFor();
    expect(streams(tab)).toBe(1);
  }
});

const withVersion = (page: Page, version: string) =>
  page.route("**/dashboard/session", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), version } });
  });

test("a restarted service is live again, and a newer version offers to reload what was typed into", async () => {
  const environment = await prepared();
  const settings = { ...service.parts.settings, port: await keepPort() };
  const old = await startService({ ...service.parts, settings });
  const page = await openScreen(browser, { ...service, url: old.url } as TestService, {
    environment,
    path: "notifications",
  });
  await isLive(page);
  await page.getByRole("searchbox").fill("what was typed");
  await withVersion(page, "99.1.0");
  await old.close();
  await page.getByText("Not live, looking every 5 s").first().waitFor();
  const upgraded = await startService({ ...service.parts, settings });
  await page.getByText("Live", { exact: true }).first().waitFor();
  const reload = page.getByRole("button", { name: "Reload for 99.1.0" });
  await reload.waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("what was typed");
  await environment.trigger("news", "second");
  await newer(page).waitFor();
  await reload.click();
  await shows(() => reload.count(), 0);
  // The search counts when its field is left.
  await page.getByRole("heading", { name: "No notification matches" }).waitFor();
  await upgraded.close();
});

test("a screen whose file is missing after an upgrade is reloaded once, and opens", async () => {
  const environment = await prepared();
  const page = await openScreen(browser, service, { environment, path: "notifications" });
  await rows(page).first().waitFor();
  const loads: string[] = [];
  page.on("domcontentloaded", () => loads.push(page.url()));
  let missing = 1;
  // Without `times`: with it, Playwright stops intercepting during the reload, which then sometimes did not end.
  await page.route("**/topics-screen-*.js", (route) =>
    missing-- > 0 ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  await page.getByRole("link", { name: "Topics" }).click();
  await page.getByRole("heading", { level: 1, name: "Topics" }).waitFor();
  expect(loads).toHaveLength(1);
  expect(loads[0]).toMatch(/\/topics$/);
});

test("a file that stays missing is reloaded once, and then its screen says that it has failed", async () => {
  const environment = await prepared();
  const page = await openScreen(browser, service, { environment, path: "notifications" });
  await rows(page).first().waitFor();
  const loads: string[] = [];
  page.on("domcontentloaded", () => loads.push(page.url()));
  await page.route("**/topics-screen-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.getByRole("link", { name: "Topics" }).click();
  await page.getByText("Topics: this screen has failed").waitFor();
  expect(loads).toHaveLength(1);
  await page.getByRole("link", { name: "Messages" }).click();
  await page.getByRole("heading", { level: 1, name: "Messages" }).waitFor();
});

const FLOOD = 125;

test("a flood of new notifications moves no row, and the pill counts them", async () => {
  const environment = await prepared();
  const known = Array.from({ length: 30 }, (_, at) => ({ subscriberId: `known${at}` }));
  await environment.finished(await environment.trigger("news", known), 30);
  const page = await openScreen(browser, service, { environment, path: "notifications" });
  await shows(() => rows(page).count(), 25);
  await isLive(page);
  const places = () =>
    rows(page).evaluateAll((all) =>
      all.map((row) => [row.querySelector("a")?.getAttribute("href"), row.getBoundingClientRect().height]),
    );
  await rows(page).nth(12).scrollIntoViewIfNeeded();
  const before = await places();
  const looks = requestsOf(page, "/v1/notifications?");
  await environment.trigger("news", "new");
  await page.getByRole("button", { name: "1 newer", exact: true }).waitFor();
  for (let count = 0; count < FLOOD; count += 1) {
    const [next] = await Promise.all([places(), environment.trigger("news", `new${count}`)]);
    expect(next).toEqual(before);
  }
  await page.getByRole("button", { name: "25+ newer" }).waitFor();
  expect(await places()).toEqual(before);
  // It looked several times, and not for each of them.
  expect(looks.length).toBeGreaterThan(1);
  expect(looks.length).toBeLessThan(FLOOD);
  await rows(page).nth(3).getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: /^news to/ }).waitFor();
  await page.goBack();
  await shows(places, before);
  await page.getByRole("button", { name: "25+ newer" }).click();
  await shows(async () => (await places())[0]?.[0] !== before[0]?.[0], true);
});
