import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { delay, email, inApp, sms } from "../../server/testing/steps.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { goTo, openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();

async function shop(): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("furnished");
  const steps = [
    inApp("Order {{ payload.order.id }}"),
    delay({ amount: 2, unit: "hours" }),
    email("<p>Order {{ payload.order.id }}</p>"),
  ];
  const payloadSchema = {
    type: "object",
    properties: { order: { type: "object", properties: { id: { type: "integer" } } } },
  };
  await environment.given.workflow("shop", steps, { name: "Shop", payloadSchema });
  await environment.given.subscriber("ada", { firstName: "Ada", email: "ada@example.com" });
  return environment;
}

const open = (environment: TestEnvironment, path = "workflows/shop?step=inbox") =>
  openScreen(browser, service, { environment, path });
const stored = async (environment: TestEnvironment) => (await environment.get("/v2/workflows/shop")).body;
const body = (page: Page) => page.getByRole("textbox", { name: "Body", exact: true });
const stepNames = (page: Page) =>
  page.getByRole("navigation", { name: "Steps" }).locator("ol a").allTextContents();
const menuOf = async (page: Page, step: string, action: string) => {
  await page.getByRole("button", { name: `Actions of ${step}`, exact: true }).click();
  // The menu of another step may not be closed yet.
  const menu = page.getByRole("menu", { name: `Actions of ${step}`, exact: true });
  await menu.getByRole("menuitem", { name: action, exact: true }).click();
};

test("a text is changed, kept through a reload, live only after Save, and then a new version", async () => {
  const environment = await shop();
  const page = await open(environment);
  await body(page).fill("Your order {{ payload.order.id }}");
  await page.getByText("Draft: 1 change").waitFor();
  await page.reload();
  await page.getByText(/^Draft of .* restored$/).waitFor();
  await page.getByText("Your order").first().waitFor();
  expect((await stored(environment)).version).toBe(1);
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog", { name: "Save as version 2" }).getByText("Your order").first().waitFor();
  await expectGoodLooks(browser, page, "editor-save");
  await dialogIn(page).getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved as version 2").first().waitFor();
  await page.getByText("version 2", { exact: true }).waitFor();
  expect((await stored(environment)).steps[0].controls.values.body).toBe("Your order {{ payload.order.id }}");
  await shows(() => page.getByText(/^Draft: /).count(), 0);
  expect(browser.errorsOf(page)).toEqual([]);
});

test("a draft is discarded only after a question; nothing was stored", async () => {
  const environment = await shop();
  const page = await open(environment);
  await body(page).fill("Never mind");
  await page.getByRole("button", { name: "Discard" }).click();
  await dialogIn(page).getByRole("button", { name: "Discard" }).click();
  await page.getByText("Order {{ payload.order.id }}").first().waitFor();
  await shows(() => page.getByText(/^Draft: /).count(), 0);
  expect((await stored(environment)).version).toBe(1);
});

test("steps are added, moved, duplicated, deleted and put back, all in the draft", async () => {
  const environment = await shop();
  const page = await open(environment);
  await page.getByRole("button", { name: "Add step" }).click();
  await page.getByRole("menuitem", { name: "SMS", exact: true }).click();
  await page.getByRole("heading", { name: "SMS · SMS" }).waitFor();
  await body(page).fill("Order {{ payload.order.nr }}");
  await page
    .getByRole("link", { name: /4 SMS/ })
    .getByText(/2 issues/)
    .waitFor();
  await menuOf(page, "SMS", "Move up");
  await menuOf(page, "inbox", "Duplicate");
  await menuOf(page, "wait", "Delete");
  await shows(async () => (await stepNames(page)).length, 4);
  expect((await stepNames(page)).map((name) => name.replace(/\d+ issues?$/, ""))).toEqual(
    expect.arrayContaining([expect.stringContaining("inbox copy")]),
  );
  await page.getByRole("button", { name: "Put back wait" }).click();
  await shows(async () => (await stepNames(page)).length, 5);
  await page.getByRole("link", { name: /1 inbox/ }).press("Alt+ArrowDown");
  await page.getByRole("link", { name: /2 inbox$/ }).waitFor();
  expect((await stored(environment)).steps).toHaveLength(3);
  expect(browser.errorsOf(page)).toEqual([]);
});

test("given another person saved meanwhile, both are seen, and nothing is overwritten unasked", async () => {
  const environment = await shop();
  const page = await open(environment);
  await body(page).fill("Mine");
  await page.getByRole("button", { name: "Save…" }).click();
  await dialogIn(page).waitFor();
  await environment.patch("/v2/workflows/shop", { tags: ["theirs"] });
  await dialogIn(page).getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Changed meanwhile").waitFor();
  await page.getByText(/made from version 1; meanwhile version 2 was saved/).waitFor();
  expect((await stored(environment)).steps[0].controls.values.body).toBe("Order {{ payload.order.id }}");
  expect(await page.getByRole("button", { name: "Save…" }).isDisabled()).toBe(true);
  await page.getByRole("link", { name: "Compare" }).click();
  await page.waitForURL(/versions\?compare=1\.\.2/);
  await page.goBack();
  await page.getByRole("button", { name: "Keep mine, overwrite" }).click();
  await page.getByRole("button", { name: "Save…" }).click();
  await page.getByRole("dialog", { name: "Save as version 3" }).getByRole("button", { name: "Save" }).click();
  await page.getByText("version 3", { exact: true }).waitFor();
  expect((await stored(environment)).steps[0].controls.values.body).toBe("Mine");
});

test.each([
  ["take them along", true, "After"],
  ["without", false, "Before"],
])(
  "a save says how many notifications wait, and moves them only when asked: %s",
  async (_, migrate, expected) => {
    const environment = await service.newEnvironment("test");
    await environment.given.workflow("shop", [delay({ amount: 2, unit: "hours" }), inApp("Before")]);
    await environment.post("/v1/test-clock", { now: new Date().toISOString() });
    const ids = [];
    for (const to of ["ada", "bob"]) ids.push(await environment.trigger("shop", to));
    await environment.until("/v1/system", ({ waiting }) => waiting.count === 2);
    const page = await open(environment);
    await body(page).fill("After");
    await page.getByRole("button", { name: "Save…" }).click();
    const dialog = dialogIn(page);
    await dialog.getByText("2 notifications wait in this workflow").waitFor();
    if (migrate) await dialog.getByRole("checkbox", { name: /Take them along/ }).check();
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("version 2", { exact: true }).waitFor();
    await environment.post("/v1/test-clock", { now: new Date(Date.now() + 3 * 3_600_000).toISOString() });
    for (const id of ids) await environment.finished(id);
    const { body: messages } = await environment.get("/v1/messages?channel=in_app");
    expect(messages.data.map(({ content }: { content: string }) => content)).toEqual([expected, expected]);
  },
);

test("a session that may only read sees the workflow, and no button that changes it", async () => {
  const environment = await shop();
  const { body: key } = await environment.post(`/v1/environments/${environment.id}/api-keys`, {
    name: "Reader",
    scopes: ["read"],
  });
  const page = await browser.visit(`${service.url}/dashboard/sign-in`);
  await page.getByLabel("API key").fill(key.key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation").first().waitFor();
  await goTo(page, environment, "workflows/shop?step=inbox");
  await page.getByText("Your session may read workflows, not change them.").waitFor();
  for (const name of ["Save…", "Discard", "Add step", "Actions of inbox"]) {
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
  expect(await page.getByLabel("Name of the step").isDisabled()).toBe(true);
});

test("the editor on a desktop and on a phone, where one of its panes is shown at a time", async () => {
  const environment = await shop();
  await environment.given.workflow("many", [inApp("Hi"), sms("{{ payload.nothing }}"), email("<p>Hi</p>")]);
  const page = await open(environment, "workflows/many?step=text");
  await page.getByRole("heading", { name: "text · SMS" }).waitFor();
  await expectGoodLooks(browser, page, "editor-step");
  await goTo(page, environment, "workflows/many");
  await page.getByRole("heading", { name: "inbox · in-app" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await body(page).isVisible()).toBe(false);
  await expectGoodLooks(browser, page, "editor-steps");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: /2 text/ }).click();
  await body(page).waitFor();
  await page.getByRole("button", { name: "Steps", exact: true }).click();
  await page.getByRole("button", { name: "Rehearse" }).click();
  await page.waitForURL(/part=rehearsal/);
  expect(await body(page).isVisible()).toBe(false);
  expect(browser.errorsOf(page)).toEqual([]);
});
