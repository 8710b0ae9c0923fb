import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();

/** Home of the environment first, so that Settings are about it. */
async function openSettings(environment: TestEnvironment, link: string): Promise<Page> {
  const page = await openScreen(browser, service, { environment, path: "" });
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByRole("navigation", { name: "Pages of the settings" }).getByText(link).click();
  return page;
}

const statusWith = async (apiKey: string): Promise<number> =>
  (await fetch(`${service.url}/v1/environments/me`, { headers: { authorization: `ApiKey ${apiKey}` } }))
    .status;

const keyIn = (page: Page): Promise<string> => dialogIn(page).locator("code").textContent().then(String);

test("J8: a new key is shown once, works, is listed by its hint, and stops when it is revoked", async () => {
  const environment = await service.newEnvironment("bare");
  const page = await openSettings(environment, "API keys");
  await page.getByRole("button", { name: "New key…" }).click();
  await page.getByLabel("Name").fill("Web shop");
  await page.getByLabel("What it may do").selectOption({ label: "Read only" });
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Copy it now: it is not shown again.").waitFor();
  const apiKey = await keyIn(page);
  expect(await statusWith(apiKey)).toBe(200);
  await page.getByRole("button", { name: "I have copied it" }).click();
  const row = page.getByRole("row", { name: `…${apiKey.slice(-4)} Web shop` });
  await row.getByText("Read only").waitFor();
  await expectGoodLooks(browser, page, "settings-keys");
  await page.reload();
  await row.waitFor();
  expect(await page.content()).not.toContain(apiKey);
  expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")).not.toContain(apiKey);

  await row.getByRole("button", { name: /^Revoke/ }).click();
  await dialogIn(page).getByRole("button", { name: "Revoke" }).click();
  await dialogIn(page).waitFor({ state: "detached" });
  await shows(() => row.count(), 0);
  await shows(() => statusWith(apiKey), 401);
});

test("a rotated key has a successor, and both work", async () => {
  const environment = await service.newEnvironment("bare");
  const page = await openSettings(environment, "API keys");
  await page.getByRole("button", { name: /^Rotate/ }).click();
  await dialogIn(page).getByRole("button", { name: "Rotate" }).click();
  await page.getByText("Copy it now: it is not shown again.").waitFor();
  expect(await statusWith(await keyIn(page))).toBe(200);
  expect((await environment.get("/v1/environments/me")).status).toBe(200);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await shows(() => page.getByRole("row").count(), 3);
});

test("an environment is made, changed, and deleted after its name was typed", async () => {
  const environment = await service.newEnvironment("bare");
  const page = await openSettings(environment, "Environments");
  const [before, after] = [`Shop ${Date.now()}`, `Store ${Date.now()}`];
  await page.getByRole("button", { name: "New environment…" }).click();
  await page.getByLabel("Name").fill(before);
  await page.getByLabel("Identifier").fill(`shop-${Date.now()}`);
  await page.getByLabel("Kind").selectOption("test");
  await page.getByLabel("Protected").check();
  await expectGoodLooks(browser, page, "settings-environment-new");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Copy it now: it is not shown again.").waitFor();
  expect(await statusWith(await keyIn(page))).toBe(200);
  await page.getByRole("button", { name: "I have copied it" }).click();
  const row = page.getByRole("row", { name: before });
  await row.getByText("Test").waitFor();
  await row.getByText("Protected").waitFor();
  await expectGoodLooks(browser, page, "settings-environments");

  await page.getByRole("button", { name: `Change: ${before}` }).click();
  await page.getByLabel("Name").fill(after);
  await page.getByLabel("Default time zone").fill("Vancouver");
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .getByText(/"Vancouver" is not; write America\/Vancouver/)
    .first()
    .waitFor();
  await page.getByLabel("Default time zone").fill("America/Vancouver");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row", { name: after }).waitFor();
  const zone = async () =>
    (await environment.get("/v1/environments")).body.find((one: any) => one.name === after).timezone;
  expect(await zone()).toBe("America/Vancouver");

  await page.getByRole("button", { name: `Change: ${after}` }).click();
  await page.getByLabel("Default time zone").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await shows(zone, "UTC");
  await dialogIn(page).waitFor({ state: "detached" });

  await page.getByRole("button", { name: `Delete: ${after}` }).click();
  const dialog = page.getByRole("dialog", { name: /^Delete / });
  expect(await dialog.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Type its name").fill(after);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog.waitFor({ state: "detached" });
  await shows(() => page.getByRole("row", { name: after }).count(), 0);
  // The refusal of "Vancouver", which the browser logs by itself.
  expect(browser.errorsOf(page)).toEqual([expect.stringContaining("422")]);
});

test("an environment's color is chosen, and removed again", async () => {
  const environment = await service.newEnvironment("bare");
  const own = (await environment.get("/v1/environments/me")).body;
  const page = await openSettings(environment, "Environments");
  const colorOf = async () => (await environment.get("/v1/environments/me")).body.color;
  await page.getByRole("button", { name: `Change: ${own.name}` }).click();
  await page.getByRole("button", { name: "Choose a color" }).click();
  await page.getByLabel("Color", { exact: true }).fill("#aabb00");
  await page.getByRole("button", { name: "Save" }).click();
  await shows(colorOf, "#aabb00");

  await page.getByRole("button", { name: `Change: ${own.name}` }).click();
  await page.getByRole("button", { name: "Remove the color" }).click();
  await page.getByRole("button", { name: "Choose a color" }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await shows(colorOf, undefined);
});

test("a name that is taken, and the environment that is open, are refused with a sentence", async () => {
  const environment = await service.newEnvironment("bare");
  const own = (await environment.get("/v1/environments/me")).body.name;
  const page = await openSettings(environment, "Environments");
  await page.getByRole("button", { name: "New environment…" }).click();
  await page.getByLabel("Name").fill(own);
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("alert").getByText("It was not saved").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: `Delete: ${own}` }).click();
  await page.getByText("Open another environment to delete this one.").waitFor();
});
