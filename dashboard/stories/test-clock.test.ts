import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { delay, inApp } from "../../server/testing/steps.ts";
import { settled } from "../../server/testing/test-clock.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { frozenAt, NEW_YEAR } from "../../server/testing/virtual-time.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen, pathOf } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();
const DAYS = 86_400_000;

const bar = (page: Page) => page.getByRole("region", { name: "Test clock" });
const clockOf = (page: Page) => bar(page).locator("time").first().getAttribute("datetime");

/** Ada has been reminded, and will be again in two hours and in ten days. */
async function reminded() {
  const environment = await frozenAt(service);
  await environment.given.subscriber("ada", { firstName: "Ada" });
  const waits = [
    delay({ amount: 2, unit: "hours" }, "first"),
    inApp("Hi", { subject: "One" }),
    delay({ amount: 10, unit: "days" }, "second"),
    { ...inApp("Hi", { subject: "Two" }), stepId: "again", name: "again" },
  ];
  await environment.given.workflow("reminder", waits, { name: "Reminder" });
  const transactionId = await environment.trigger("reminder", "ada");
  await settled(environment);
  return { environment, path: await pathOf(environment, transactionId) };
}

test("the clock moves to the next event and by a week, and the page behind moves with it", async () => {
  const { environment, path } = await reminded();
  const page = await openScreen(browser, service, { environment, path });
  await bar(page).getByText("in 2 h").waitFor();
  await bar(page).getByText("first, Reminder (Ada)").waitFor();
  expect(await clockOf(page)).toBe(NEW_YEAR);
  await bar(page).getByRole("button", { name: "Next event" }).click();
  await shows(() => clockOf(page), "2026-01-01T02:00:00.000Z");
  await page.getByRole("list", { name: "Steps" }).getByText("“One”").waitFor();
  await bar(page).getByText("in 10 d").waitFor();
  await bar(page).getByRole("button", { name: "+1 week" }).click();
  await shows(() => clockOf(page), new Date(Date.parse(NEW_YEAR) + 7 * DAYS + 7_200_000).toISOString());
  await bar(page).getByText("in 3 d").waitFor();
  expect(browser.errorsOf(page)).toEqual([]);
});

test("the slider chooses a moment, and nothing happens before the button", async () => {
  const { environment, path } = await reminded();
  const page = await openScreen(browser, service, { environment, path });
  const slider = bar(page).getByRole("slider");
  await slider.fill("264");
  await bar(page)
    .getByRole("button", { name: /^Go to 12 Jan 2026/ })
    .waitFor();
  expect(await clockOf(page)).toBe(NEW_YEAR);
  await bar(page)
    .getByRole("button", { name: /^Go to/ })
    .click();
  await shows(() => clockOf(page), "2026-01-12T00:00:00.000Z");
  await page.getByRole("list", { name: "Steps" }).getByText("“Two”").waitFor();
  await bar(page).getByText("nothing is scheduled").waitFor();
  expect(await bar(page).getByRole("button", { name: "Next event" }).isDisabled()).toBe(true);
});

test("a running clock is frozen after a question that says it cannot be undone", async () => {
  const environment = await service.newEnvironment("test");
  const page = await openScreen(browser, service, { environment, path: "notifications" });
  await bar(page).getByRole("button", { name: "Freeze the clock" }).click();
  const dialog = dialogIn(page);
  await dialog.getByText("This cannot be undone.").waitFor();
  expect((await environment.get("/v1/test-clock")).body.isFrozen).toBe(false);
  await dialog.getByRole("button", { name: "Freeze the clock" }).click();
  await bar(page).getByRole("button", { name: "+1 day" }).waitFor();
  expect((await environment.get("/v1/test-clock")).body.isFrozen).toBe(true);
});

test.each([1280, 390, 320])(
  "%i px wide: the page stays where it is while a clock is read and frozen",
  async (width) => {
    const environment = await service.newEnvironment("test");
    const page = await openScreen(browser, service, { environment, path: "notifications" });
    await page.setViewportSize({ width, height: 900 });
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/v1/test-clock", async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    const heading = page.getByRole("heading", { level: 1 });
    const top = async () => (await heading.boundingBox())?.y;
    await heading.waitFor();
    const before = await top();
    answer();
    await bar(page).getByRole("button", { name: "Freeze the clock" }).waitFor();
    expect(await top()).toBe(before);
    await bar(page).getByRole("button", { name: "Freeze the clock" }).click();
    await dialogIn(page).getByRole("button", { name: "Freeze the clock" }).click();
    await bar(page).getByRole("button", { name: "+1 day" }).waitFor();
    await shows(top, before);
  },
);

test("other environments have no clock bar", async () => {
  const environment = await service.newEnvironment("bare");
  const page = await openScreen(browser, service, { environment, path: "notifications" });
  await page.getByRole("heading", { name: "No notifications yet" }).waitFor();
  expect(await bar(page).count()).toBe(0);
});

test("the bar looks right, in both themes, on a phone and a desktop", async () => {
  const { environment, path } = await reminded();
  const page = await openScreen(browser, service, { environment, path });
  await bar(page).getByText("first, Reminder (Ada)").waitFor();
  await bar(page).getByRole("slider").fill("264");
  await expectGoodLooks(browser, page, "test-clock");
});
