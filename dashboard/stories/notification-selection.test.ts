import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { delay, email, inApp, lasting } from "../../server/testing/steps.ts";
import { settled } from "../../server/testing/test-clock.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { advance, frozenAt } from "../../server/testing/virtual-time.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();

async function prepared(): Promise<TestEnvironment> {
  const environment = await frozenAt(service);
  await environment.given.workflow("news", [inApp("Hello")]);
  await environment.given.workflow("mail", [email("Hello")]);
  await environment.given.workflow("later", [delay(lasting(1, "hours")), inApp("Hello")]);
  return environment;
}

const open = (environment: TestEnvironment, search = "") =>
  openScreen(browser, service, { environment, path: `notifications${search}` });

const rows = (page: Page) => page.locator("main tbody tr");
const count = (page: Page) => rows(page).count();
/** The state and the subscriber of each row. */
const states = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.map((row) =>
      ["state", "subscriber"]
        .map((name) => row.querySelector(`[data-column=${name}]`)?.textContent?.trim())
        .join(" "),
    ),
  );
const select = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}` }).check();
const focused = (page: Page) => page.evaluate<string>("document.activeElement.tagName");

test("selected notifications are canceled: it says what ends, and the rows change in their places", async () => {
  const environment = await prepared();
  await environment.trigger("later", ["ada", "ben", "cem"]);
  await environment.trigger("news", "dora");
  await settled(environment);
  const page = await open(environment);
  await shows(() => count(page), 4);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByText("1 selected").waitFor();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const before = await states(page);
  await expectGoodLooks(browser, page, "notifications-selected");
  await page.getByRole("button", { name: "Cancel…" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel notifications" });
  await dialog.getByText("3 notifications will end").waitFor();
  await dialog.getByText("1 notification of the selected is over already").waitFor();
  await dialog.getByRole("button", { name: "Keep them" }).click();
  await page.getByText("4 selected").waitFor();

  await page.getByRole("button", { name: "Cancel…" }).click();
  await dialog.getByRole("button", { name: "Cancel 3 notifications" }).click();
  await dialog.getByText("3 of 3 canceled.").waitFor();
  await expectGoodLooks(browser, page, "notifications-canceled");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await shows(
    () => states(page),
    before.map((one) => one.replace("Waiting", "Skipped")),
  );
  await shows(async () => (await focused(page)) !== "BODY", true);
  expect(browser.errorsOf(page)).toEqual([]);
});

test.each([1280, 390])(
  "%i px wide: nothing moves when a row is selected, and the bar is in view",
  async (width) => {
    const environment = await prepared();
    for (const at of Array(26).keys()) await environment.trigger("news", `person-${at}`);
    await settled(environment);
    const page = await open(environment);
    await page.setViewportSize({ width, height: 800 });
    await shows(() => count(page), 25);
    const places = () =>
      page
        .locator("main tbody tr, nav[aria-label='Pages of the list']")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    const before = await places();
    await rows(page).first().getByRole("checkbox").check();
    const cancel = page.getByRole("button", { name: "Cancel…" });
    await cancel.waitFor();
    expect(await places()).toEqual(before);
    // At its own place, also above the tabs of phones.
    await cancel.click({ trial: true });
    const { y = 0, height = 0 } = (await cancel.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(800);
  },
);

test("selected notifications of one workflow are triggered again together, with their payload", async () => {
  const environment = await prepared();
  await environment.trigger("news", ["ada", "ben"], { payload: { order: 7 } });
  await environment.trigger("mail", "cem");
  await settled(environment);
  const page = await open(environment);
  await shows(() => count(page), 3);
  await select(page, "news, ada");
  await select(page, "mail, cem");
  await page.getByText("Only notifications of one workflow").waitFor();
  expect(await page.getByRole("button", { name: "Trigger again…" }).isDisabled()).toBe(true);
  await page.getByRole("checkbox", { name: "Select mail, cem" }).uncheck();
  await select(page, "news, ben");
  await page.getByRole("button", { name: "Trigger again…" }).click();
  await page.getByRole("heading", { level: 1, name: "Trigger news" }).waitFor();
  for (const name of ["ada", "ben"]) await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
  expect(await page.getByRole("textbox", { name: "Payload" }).inputValue()).toContain('"order": 7');
});

test("channel and period are filters of the address, and the lists have their numbers", async () => {
  const environment = await prepared();
  await environment.trigger("news", "old");
  await advance(environment, 3, "days");
  await environment.trigger("later", "new");
  await environment.trigger("mail", "cem");
  await settled(environment);
  const page = await open(environment);
  await shows(() => count(page), 3);
  await page.getByRole("link", { name: "Waiting 1", exact: true }).waitFor();
  await page.getByLabel("Channel").selectOption("email");
  await shows(() => count(page), 1);
  await page.getByLabel("Channel").selectOption("");
  await page.getByLabel("Period").selectOption("24h");
  await shows(() => count(page), 2);
  expect(page.url()).toContain("period=24h");
  await page.getByLabel("Period").selectOption("7d");
  await shows(() => count(page), 3);

  await page.getByLabel("Period").selectOption("own");
  await shows(() => count(page), 2);
  await page.getByLabel("From").fill("2020-01-01T00:00");
  await page.getByLabel("From").press("Enter");
  await shows(() => count(page), 3);
  await expectGoodLooks(browser, page, "notifications-period");
  const beside = await browser.visitBeside(page, page.url());
  await shows(() => count(beside), 3);
  expect(await beside.getByLabel("From").inputValue()).toBe("2020-01-01T00:00");
});

test("a listed notification changes in its place, and the list is the same after a look at one", async () => {
  const environment = await prepared();
  await environment.trigger("later", ["ada", "ben"]);
  await settled(environment);
  const page = await open(environment);
  await shows(() => count(page), 2);
  const before = await states(page);
  await page.getByText("Live", { exact: true }).waitFor();
  await advance(environment, 2, "hours");
  await environment.trigger("news", "cem");
  const after = before.map((one) => one.replace("Waiting", "Delivered"));
  await shows(() => states(page), after);
  await page.getByRole("button", { name: "1 newer" }).waitFor();

  await page.getByRole("link", { name: "later" }).first().click();
  await page.getByRole("heading", { level: 1, name: /^later to/ }).waitFor();
  await page.goBack();
  await shows(() => states(page), after);
  await page.getByRole("button", { name: "1 newer" }).click();
  await shows(() => count(page), 3);
});
