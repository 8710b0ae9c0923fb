import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();

const open = async (path: string) => {
  const environment = await service.newEnvironment();
  const page = await openScreen(browser, service, { environment, path: "notifications" });
  await page.goto(`${service.url}/dashboard/settings/${path}`);
  return page;
};

test("a chosen theme applies at once, and before the first paint of the next page", async () => {
  const page = await open("appearance");
  const background = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  const light = await background();
  await page.getByLabel("Theme").selectOption("dark");
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.reload();
  await page.getByLabel("Theme").waitFor();
  expect(await background()).toBe(dark);
  expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
});

test("single keys can be switched off", async () => {
  const page = await open("appearance");
  await page.getByLabel("Shortcuts of a single key").selectOption("off");
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  await page.getByLabel("Shortcuts of a single key").selectOption("on");
  expect(await dialogIn(page).count()).toBe(0);
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
});

test("sessions are listed, ended one by one, and left by signing out", async () => {
  const other = await open("about");
  const page = await open("sessions");
  const ends = page.getByRole("button", { name: /^End / });
  await ends.first().waitFor();
  const before = await ends.count();
  await ends.first().click();
  await shows(() => ends.count(), before - 1);
  await expectGoodLooks(browser, page, "dashboard-sessions");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await page.goto(`${service.url}/dashboard/settings/about`);
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  expect(browser.errorsOf(other)).toEqual([]);
});

test.each(["appearance", "about"])("the settings page %s looks well", async (path) => {
  const page = await open(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectGoodLooks(browser, page, `dashboard-${path}`);
  expect(browser.errorsOf(page)).toEqual([]);
});

test("after navigation the heading has the focus, and the title names the screen", async () => {
  const page = await open("appearance");
  await page.getByRole("link", { name: "About" }).click();
  const focused = "[document.activeElement?.tagName, document.activeElement?.textContent]";
  await shows(() => page.evaluate(focused), ["H1", "About"]);
  await shows(async () => /^About · .+ · Tidings$/.test(await page.title()), true);
});
