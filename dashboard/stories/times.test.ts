import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { delay, inApp, lasting } from "../../server/testing/steps.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { advance, frozenAt } from "../../server/testing/virtual-time.ts";
import { goTo, openScreen, pathOf } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();

const DAY_MS = 86_400_000;
const TIME_OF_DAY = /^\d\d:\d\d:\d\d$/;
/** Half an hour before the clocks of Berlin are put forward, and an hour after it. */
const [BEFORE, AFTER] = ["2026-03-29T00:30:00.000Z", "2026-03-29T02:00:00.000Z"];

async function reminded(): Promise<{ environment: TestEnvironment; path: string }> {
  const environment = await frozenAt(service, BEFORE);
  await environment.given.subscriber("ada", { firstName: "Ada", timezone: "Asia/Tokyo" });
  const steps = [inApp("One"), delay(lasting(1, "hours")), { ...inApp("Two"), stepId: "two", name: "two" }];
  await environment.given.workflow("reminder", [...steps, delay(lasting(1, "days"), "day")], {
    name: "Reminder",
  });
  const transactionId = await environment.given.trigger("reminder");
  await advance(environment, 90, "minutes");
  return { environment, path: await pathOf(environment, transactionId) };
}

/** All times that the page shows: the head, the steps, the details, sentences and the clock bar. */
const timesOf = async (page: Page) => ({
  triggered: await page.locator("dl time").first().textContent(),
  forAda: await page.locator("dl").first().getByText("for Ada").count(),
  steps: await page.locator("ol[aria-label=Steps] article > header time").allTextContents(),
  sentence: await page.locator("ol[aria-label=Steps] article > p time").last().textContent(),
  clock: await page.getByRole("region", { name: "Test clock" }).locator("time").first().textContent(),
});

const SWITCH = {
  mine: {
    triggered: "01:30:00",
    forAda: 1,
    steps: ["01:30:00", "03:30:00", "03:30:00", "tomorrow 03:30"],
    sentence: "tomorrow 03:30",
    clock: "29 Mar 2026, 04:00:00 Europe/Berlin",
  },
  utc: {
    triggered: "00:30:00",
    forAda: 1,
    steps: ["00:30:00", "01:30:00", "01:30:00", "tomorrow 01:30"],
    sentence: "tomorrow 01:30",
    clock: "29 Mar 2026, 02:00:00 UTC",
  },
  theirs: {
    triggered: "09:30:00",
    forAda: 0,
    steps: ["09:30:00", "10:30:00", "10:30:00", "tomorrow 10:30"],
    sentence: "tomorrow 10:30",
    clock: "29 Mar 2026, 04:00:00 Europe/Berlin",
  },
};

test("all times follow the one switch, in three zones, across a change of clocks", async () => {
  const { environment, path } = await reminded();
  const page = await openScreen(browser, service, {
    environment,
    path,
    now: AFTER,
    timezone: "Europe/Berlin",
  });
  for (const [zone, expected] of Object.entries(SWITCH)) {
    await page.evaluate(`localStorage.setItem("tidings-times", "${zone}")`);
    await page.reload();
    await shows(() => timesOf(page), expected);
  }
  // Between two steps stands what passed, not what clocks show.
  expect(await page.locator("ol[aria-label=Steps]").getByText("After 1 h", { exact: true }).count()).toBe(1);
  const exact = page.locator("ol[aria-label=Steps] details time").first();
  await page.getByRole("button", { name: "Show all details" }).click();
  expect(await exact.textContent()).toBe("09:30:00.000");
  expect(await exact.getAttribute("title")).toContain("29 Mar 2026, 01:30:00 Europe/Berlin");
});

test("given a test clock a day ahead, its moments are of today, as is what was just saved", async () => {
  const environment = await frozenAt(service, new Date(Date.now() + DAY_MS).toISOString());
  await environment.given.workflow("note", [inApp("One")]);
  // The present of the page; the story may pass midnight.
  const { updatedAt: now } = (await environment.get("/v2/workflows/note")).body;
  const path = await pathOf(environment, await environment.given.trigger("note"));
  const page = await openScreen(browser, service, { environment, path, now });
  const first = (place: string) => page.locator(place).locator("time").first().textContent();
  await expect.poll(() => first("dl")).toMatch(TIME_OF_DAY);
  await goTo(page, environment, "workflows/note");
  await page.getByText("saved").waitFor();
  await expect.poll(() => first("p:has-text('saved')")).toMatch(TIME_OF_DAY);
});
