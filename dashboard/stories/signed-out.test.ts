import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { inApp } from "../../server/testing/steps.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { openScreen } from "../testing/notification-page.ts";

/** The session ends in the middle of typing: what was typed stays, and is sent after signing in again. */

const service = await useTestService();
const browser = useBrowser();

async function prepared(): Promise<TestEnvironment> {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("Hello")]);
  await environment.given.subscriber("ada", { firstName: "Ada" });
  return environment;
}

const open = (environment: TestEnvironment, path: string) =>
  openScreen(browser, service, { environment, path });

/** Ends the session as another tab would, so that this page does not know. */
const endSession = (page: Page) => page.context().clearCookies();

async function signInAgain(page: Page, { apiKey }: TestEnvironment): Promise<void> {
  const sheet = page.getByRole("dialog", { name: "You are signed out" });
  await sheet.getByLabel("Or an API key").fill(apiKey);
  await sheet.getByRole("button", { name: "Sign in" }).click();
  await sheet.waitFor({ state: "detached" });
}

test("the form of a trigger", async () => {
  const environment = await prepared();
  const page = await open(environment, "workflows/news/trigger?to=ada");
  const payload = page.getByRole("textbox", { name: "Payload" });
  await payload.fill('{ "word": "kept" }');
  await endSession(page);
  await payload.press("Control+Enter");
  await signInAgain(page, environment);
  expect(await payload.inputValue()).toBe('{ "word": "kept" }');
  await payload.press("Control+Enter");
  await page.waitForURL(/\/notifications\/[0-9a-f]{24}/);
  const { data } = (await environment.get("/v1/notifications")).body;
  expect(data.map((one: any) => one.payload.word)).toEqual(["kept"]);
});

test("the profile of a subscriber", async () => {
  const environment = await prepared();
  const page = await open(environment, "subscribers/ada/profile");
  const name = page.getByLabel("Last name");
  await name.fill("Lovelace");
  await endSession(page);
  await page.getByRole("button", { name: "Save" }).click();
  await signInAgain(page, environment);
  expect(await name.inputValue()).toBe("Lovelace");
  await page.getByRole("button", { name: "Save" }).click();
  await shows(async () => (await environment.get("/v2/subscribers/ada")).body.lastName, "Lovelace");
});

test("a form within a dialog", async () => {
  const environment = await prepared();
  const page = await open(environment, "topics");
  await page.getByRole("button", { name: "New…" }).click();
  const form = dialogIn(page).filter({ has: page.getByLabel("Key", { exact: true }) });
  await form.getByLabel("Key", { exact: true }).fill("crew");
  await form.getByLabel("Name").fill("The crew");
  await endSession(page);
  await form.getByRole("button", { name: "Create" }).click();
  await signInAgain(page, environment);
  expect(await form.getByLabel("Name").inputValue()).toBe("The crew");
  await form.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { level: 1, name: "The crew" }).waitFor();
});

test("credentials of a provider, which no storage keeps", async () => {
  const environment = await service.newEnvironment("bare");
  const page = await open(environment, "integrations/~connect?channel=email&provider=sendgrid");
  const key = page.getByLabel("API key", { exact: true });
  await key.fill("SG.typed");
  await page.getByLabel(/^From address/).fill("news@example.com");
  await endSession(page);
  await page.getByRole("button", { name: "Check and save" }).click();
  await signInAgain(page, environment);
  expect(await key.inputValue()).toBe("SG.typed");
  expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")).not.toContain(
    "SG.typed",
  );
});
