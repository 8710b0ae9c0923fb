import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { delay, inApp, lasting, sms } from "../../server/testing/steps.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { pressSequence } from "../testing/key-sequence.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();

const people = (count: number) => Array.from({ length: count }, (_, at) => ({ subscriberId: `p${at}` }));

async function prepared(): Promise<TestEnvironment> {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("Hello")]);
  await environment.given.workflow("later", [delay(lasting(1, "hours")), inApp("Hello")]);
  await environment.given.workflow("text", [sms("Hello")]);
  return environment;
}

const open = (environment: TestEnvironment, search = "") =>
  openScreen(browser, service, { environment, path: `notifications${search}` });

const rows = (page: Page) => page.getByRole("table").getByRole("row");
/** Without the head. */
const count = async (page: Page) => Math.max((await rows(page).count()) - 1, 0);

test("each list shows the notifications in its state, with the reason", async () => {
  const environment = await prepared();
  await environment.trigger("news", { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" });
  await environment.trigger("later", "ben");
  await environment.trigger("text", { subscriberId: "kim", phone: "+49301234567" });
  await environment.until("/v1/notifications?attention=true", (found) => found.data?.length === 1);
  const page = await open(environment);
  await shows(() => count(page), 3);
  await page.getByRole("link", { name: "Waiting" }).click();
  await page.getByRole("row", { name: /Waiting later ben .*until/ }).waitFor();
  await shows(() => count(page), 1);
  await page.getByRole("link", { name: "Needs attention" }).click();
  await page.getByRole("row", { name: /Failed text kim/ }).waitFor();
  expect(page.url()).toContain("attention=true");
  await page.getByRole("link", { name: "All", exact: true }).click();
  await page.getByRole("searchbox").fill("ada@example.com");
  await page.keyboard.press("Enter");
  await shows(() => count(page), 1);
  await expectGoodLooks(browser, page, "dashboard-notifications");
  expect(browser.errorsOf(page)).toEqual([]);
});

test("new ones are announced, and no row moves before the reader asks for them", async () => {
  const environment = await prepared();
  await environment.finished(await environment.trigger("news", "first"));
  const page = await open(environment);
  await shows(() => count(page), 1);
  await page.getByText("Live", { exact: true }).waitFor();
  await environment.trigger("news", ["second", "third"]);
  const pill = page.getByRole("button", { name: "2 newer" });
  await pill.waitFor();
  expect(await count(page)).toBe(1);
  await pill.click();
  await shows(() => count(page), 3);
  await pill.waitFor({ state: "detached" });
});

test("older pages and back, by cursors in the address", async () => {
  const environment = await prepared();
  const all = people(60);
  for (const half of [all.slice(0, 30), all.slice(30)])
    await environment.finished(await environment.trigger("news", half), 30);
  const page = await open(environment);
  await shows(() => count(page), 25);
  const firstRow = () => rows(page).nth(1).textContent();
  const newest = await firstRow();
  // Until the other page is there, the buttons are those of the page before.
  const turn = async (name: string) => {
    const before = await firstRow();
    await page.getByRole("button", { name }).click();
    await expect.poll(firstRow).not.toBe(before);
  };
  await turn("Older");
  expect(page.url()).toContain("afterId=");
  await turn("Older");
  await shows(() => count(page), 10);
  expect(await page.getByRole("button", { name: "Older" }).isDisabled()).toBe(true);
  await turn("Newer");
  await turn("Newer");
  await shows(firstRow, newest);
});

test("the keyboard alone goes through the list, and lists its keys", async () => {
  const environment = await prepared();
  await environment.finished(await environment.trigger("news", people(3)), 3);
  const page = await open(environment);
  await shows(() => count(page), 3);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await shows(() => /notifications\/[0-9a-f]{24}/.test(page.url()), true);
  await page.getByText("2 of 3").waitFor();
  const second = page.url();
  await page.keyboard.press("]");
  await page.getByText("3 of 3").waitFor();
  expect(page.url()).not.toBe(second);
  await page.keyboard.press("[");
  await page.getByText("2 of 3").waitFor();
  expect(page.url()).toBe(second);
  await pressSequence(page, ["g", "n"], /\/notifications(\?|$)/);
  await page.getByRole("heading", { level: 1, name: "Notifications" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find and open" }).fill("sett");
  await page.getByRole("option", { name: /^Settings/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Find and open" }).waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Next row").waitFor();
});

test("an empty list says what would be there, and what to do", async () => {
  const environment = await prepared();
  const page = await open(environment);
  await page.getByRole("heading", { name: "No notifications yet" }).waitFor();
  await page.getByRole("link", { name: "Needs attention" }).click();
  await page.getByRole("heading", { name: "Nothing needs attention" }).waitFor();
  await page.goto(`${page.url().split("?")[0]}?workflow=news`);
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await page.getByRole("heading", { name: "No notifications yet" }).waitFor();
});
