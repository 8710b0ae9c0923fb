import { expect, test } from "vitest";
import { createSignInLink } from "../../server/src/dashboard/sign-in.ts";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { inApp } from "../../server/testing/steps.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();

const linkTo = async (secret?: string) =>
  `${service.url}/dashboard/sign-in#link=${secret ?? (await createSignInLink(service.database, "Operator"))}`;

test("a link opens the dashboard without typing, and its secret leaves the address", async () => {
  await service.newEnvironment();
  const address = await linkTo();
  const page = await browser.visit(address);
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  expect(page.url()).not.toContain("link=");
  expect(browser.errorsOf(page)).toEqual([]);

  const again = await browser.visit(address);
  await again.getByRole("alert").getByText("used").waitFor();
  expect(again.url()).toBe(`${service.url}/dashboard/sign-in`);
});

test("an API key opens its environment alone, at the address that was asked for", async () => {
  const environment = await service.newEnvironment();
  const page = await browser.visit(`${service.url}/dashboard/settings/about`);
  await page.getByLabel("Or an API key").fill("td_wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("API key not found").waitFor();
  await page.getByLabel("Or an API key").fill(environment.apiKey);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "About" }).waitFor();
  await page.getByRole("button", { name: /^Environment:/ }).click();
  await page.getByRole("menuitem").first().waitFor();
  expect(await page.getByRole("menuitem").count()).toBe(1);
});

test("the page to sign in looks well in both themes and widths", async () => {
  const page = await browser.visit(`${service.url}/dashboard/`);
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await expectGoodLooks(browser, page, "dashboard-sign-in");
});

test("when the session ends, signing in again keeps what was typed", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("Hello")]);
  const page = await openScreen(browser, service, { environment, path: "notifications" });
  const search = page.getByRole("searchbox");
  await search.fill("what was typed");
  await page.getByRole("button", { name: "Copy as…" }).waitFor();
  // With the search: the answer to an earlier request would cover the field before Enter is pressed.
  let hasEnded = false;
  await page.route("**/v1/notifications?*search=*", async (route) => {
    if (!hasEnded) {
      hasEnded = true;
      await page.context().clearCookies();
    }
    await route.continue();
  });
  await search.press("Enter");
  const sheet = page.getByRole("dialog", { name: "You are signed out" });
  await sheet.waitFor();
  await page.keyboard.press("Escape");
  await sheet.getByLabel("Or an API key").fill(environment.apiKey);
  await sheet.getByRole("button", { name: "Sign in" }).click();
  await sheet.waitFor({ state: "detached" });
  expect(await search.inputValue()).toBe("what was typed");
  await page.getByRole("heading", { name: "No notification matches" }).waitFor();
});

test("another environment's address says that the session does not open it", async () => {
  const environment = await service.newEnvironment();
  const page = await openScreen(browser, service, { environment, path: "notifications" });
  await page.goto(`${service.url}/dashboard/in/nowhere/notifications`);
  await page.getByRole("heading", { level: 1, name: "No such environment" }).waitFor();
  await shows(async () => (await page.title()).startsWith("No such environment · "), true);
});
