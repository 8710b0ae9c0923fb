import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { useHttpReceiver } from "../../server/testing/receivers.ts";
import { inApp, push } from "../../server/testing/steps.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();
const provider = await useHttpReceiver((_call, response) => response.writeHead(200).end("{}"));

async function prepared(): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("furnished");
  const { given } = environment;
  await given.subscriber("ada", { firstName: "Ada", lastName: "Shopper", email: "ada@example.com" });
  await given.topic("shop-owners", ["ada"]);
  await given.workflow("shop-news", [inApp("News")], { name: "Shop news" });
  await given.integration("generic-sms", provider.url, { name: "Shop gateway" });
  return environment;
}

const field = (page: Page) => page.getByRole("combobox", { name: "Find and open" });
/** A key that is pressed before a screen listens reaches nothing, so it is pressed until the field is there. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  const opened = async () => {
    if ((await field(page).count()) === 0) await page.keyboard.press("Control+k");
    return field(page).count();
  };
  await shows(opened, 1);
  await field(page).fill(text);
}
const options = (page: Page) => page.getByRole("option").allTextContents();

test("one word finds workflows, subscribers, topics and integrations at once", async () => {
  const page = await openScreen(browser, service, { environment: await prepared(), path: "" });
  await search(page, "shop");
  await shows(
    () => options(page),
    [
      "Shop news · shop-newsWorkflow",
      "Ada Shopper · ada@example.comSubscriber",
      "shop-ownersTopic",
      "Shop gateway · smsIntegration",
    ],
  );
  await expectGoodLooks(browser, page, "palette");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "shop-owners" }).waitFor();
  await search(page, "no such thing");
  await page.getByText("Nothing found").waitFor();
});

test("what is pasted is opened by Enter: an address, an id of any kind, a transaction", async () => {
  const environment = await prepared();
  const transactionId = await environment.trigger("shop-news", "ada");
  const [notification] = await environment.finished(transactionId);
  const message = (await environment.get("/v1/messages")).body.data[0];
  const workflow = (await environment.get("/v2/workflows/shop-news")).body;
  const all = (await environment.get("/v1/integrations")).body;
  const gateway = all.find(({ name }: { name: string }) => name === "Shop gateway");
  const page = await openScreen(browser, service, { environment, path: "" });
  const opens = async (text: string, path: RegExp) => {
    await search(page, text);
    await page.keyboard.press("Enter");
    await page.waitForURL(path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  };
  await opens("ada@example.com", /subscribers\/ada/);
  await opens(notification._id, new RegExp(`notifications/${notification._id}$`));
  await opens(message._id, new RegExp(`messages/${message._id}$`));
  await opens(workflow._id, /workflows\/shop-news/);
  await opens(gateway._id, new RegExp(`integrations/${gateway._id}$`));
  await opens(transactionId, new RegExp(`triggers/${transactionId}$`));
  await search(page, "f".repeat(24));
  await page.getByText("Nothing found").waitFor();
});

test("a screen that is ready while the palette is open leaves the focus in it", async () => {
  const page = await openScreen(browser, service, { environment: await prepared(), path: "workflows" });
  await page.getByRole("link", { name: "Shop news" }).waitFor();
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/topics-screen-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("link", { name: "Topics" }).click();
  await page.keyboard.press("Control+k");
  await field(page).fill("shop-own");
  release();
  await page.getByRole("heading", { level: 1, name: "Topics", includeHidden: true }).waitFor();
  await page.getByRole("option", { name: /^shop-owners/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/topics\/shop-owners/);
});

test("on phones, More has the screens without a tab, and the search is above", async () => {
  const environment = await prepared();
  const page = await openScreen(browser, service, { environment, path: "" });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "More", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "More" });
  await shows(
    () => sheet.getByRole("link").allTextContents(),
    ["Messages", "Dead letters", "Integrations", "Topics", "Settings"],
  );
  await expectGoodLooks(browser, page, "phone-more");
  await page.setViewportSize({ width: 390, height: 800 });
  const current = page.getByRole("navigation", { name: "Main screens" }).locator("[aria-current=page]");
  await sheet.getByRole("link", { name: "Topics" }).click();
  await page.getByRole("heading", { level: 1, name: "Topics" }).waitFor();
  expect(await current.allTextContents()).toEqual(["More"]);
  await shows(() => sheet.count(), 0);
  await page.getByRole("button", { name: "Find and open" }).click();
  await field(page).fill("shop-news");
  await page.getByRole("option", { name: /^Shop news/ }).click();
  await page.waitForURL(/workflows\/shop-news/);
  await shows(() => current.allTextContents(), ["Workflows"]);
  for (const screen of ["Messages", "Dead letters", "Integrations", "Settings"]) {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await sheet.getByRole("link", { name: screen }).click();
    await shows(() => current.allTextContents(), ["More"]);
    await shows(() => sheet.count(), 0);
  }
});

test("what cannot be sent leads to its workflows; the first steps lead to the sample", async () => {
  const environment = await prepared();
  await environment.given.workflow("alarm", [push("Fire")], { name: "Alarm" });
  const { body: fresh } = await environment.post("/v1/environments", { name: "Fresh" });
  const page = await openScreen(browser, service, { environment, path: "integrations" });
  await page.getByRole("link", { name: "1 step cannot send." }).click();
  await page.waitForURL(/workflows\?status=ERROR/);
  await page.getByRole("link", { name: "Alarm" }).waitFor();
  expect(await page.getByRole("link", { name: "Shop news" }).count()).toBe(0);
  // In a new environment, whose key was not used.
  await page.goto(`${service.url}/dashboard/in/${fresh.identifier}`);
  await page.getByRole("link", { name: "Change it" }).click();
  await page.waitForURL(/workflows\/welcome\?step=inbox/);
  await page.goBack();
  await page.getByRole("link", { name: "See how" }).click();
  await page.waitForURL(/workflows\/welcome\?step=~trigger|workflows\/welcome\?step=%7Etrigger/);
});
