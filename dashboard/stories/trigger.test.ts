import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { email, inApp } from "../../server/testing/steps.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();
const SCHEMA = {
  type: "object",
  required: ["order"],
  properties: {
    order: { type: "object", properties: { id: { type: "integer" } } },
    vip: { type: "boolean" },
    size: { type: "string", enum: ["small", "large"] },
  },
};

async function shop(): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("furnished");
  await environment.given.workflow("news", [inApp("Hi", { subject: "Hello {{ payload.n }}" })], {
    name: "News",
  });
  const steps = [inApp("Order {{ payload.order.id }}"), email("<p>Order {{ payload.order.id }}</p>")];
  const more = { name: "Order shipped", payloadSchema: SCHEMA, validatePayload: true };
  await environment.given.workflow("order-shipped", steps, more);
  await environment.given.subscriber("ada", {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
  });
  await environment.given.subscriber("bob", { firstName: "Bob" });
  await environment.given.topic("crew", ["cem", "dora", "erin"]);
  return environment;
}

const open = (environment: TestEnvironment, path = "workflows/news/trigger") =>
  openScreen(browser, service, { environment, path });

async function addRecipient(page: Page, text: string, option: string | RegExp): Promise<void> {
  await page.getByRole("combobox", { name: /^Add a recipient/ }).fill(text);
  await page.getByRole("option", { name: option }).first().click();
}

const button = (page: Page) => page.getByRole("button", { name: "Trigger", exact: true });
const steps = (page: Page) => page.getByRole("list", { name: "Steps" });

test("J4: a trigger for Ada is explained first, and then its page follows it", async () => {
  const environment = await shop();
  const page = await open(environment);
  expect(await button(page).isDisabled()).toBe(true);
  await addRecipient(page, "Ada", /Ada Lovelace/);
  await page.getByText("1 person: 1 in the app").waitFor();
  await page.getByRole("textbox", { name: "Payload" }).fill('{ "n": 5 }');
  await steps(page).getByText("Hello 5").waitFor();
  await page.getByRole("textbox", { name: "Payload" }).press("Control+Enter");
  await page.waitForURL(/\/notifications\/[0-9a-f]{24}/);
  await page.getByRole("heading", { name: /News to Ada/ }).waitFor();
  await steps(page).getByText("Hello 5").waitFor();
  expect(browser.errorsOf(page)).toEqual([]);
});

test("fields of the schema and the JSON change the same payload; the service's refusal names the field", async () => {
  const environment = await shop();
  const page = await open(environment, "workflows/order-shipped/trigger?to=ada");
  // The form begins with the example that the service makes of the schema.
  await page.getByText("1 person: 1 in the app, 1 by e-mail").waitFor();
  await page.getByRole("button", { name: "JSON" }).click();
  await page.getByRole("textbox", { name: "Payload" }).fill("{}");
  await page.getByText("This would be refused").waitFor();
  await page.getByRole("button", { name: "Fields" }).click();
  await page.getByLabel("order.id").fill("7");
  await page.getByText("1 person: 1 in the app, 1 by e-mail").waitFor();
  await page.getByLabel("vip").selectOption("yes");
  await page.getByRole("button", { name: "JSON" }).click();
  const json = page.getByRole("textbox", { name: "Payload" });
  expect(JSON.parse(await json.inputValue())).toMatchObject({ order: { id: 7 }, vip: true });
  await json.fill('{ "order": { "id": 8 }');
  await page.getByText("This is no JSON object.").waitFor();
  expect(await button(page).isDisabled()).toBe(true);
  await json.fill('{ "order": { "id": 8 } }');
  await page.getByRole("button", { name: "Fields" }).click();
  expect(await page.getByLabel("order.id").inputValue()).toBe("8");
});

test("a topic and a new person: the page of the trigger counts them", async () => {
  const environment = await shop();
  const page = await open(environment);
  await addRecipient(page, "crew", /crew/);
  await addRecipient(page, "zoe@example.com", /New person/);
  const dialog = dialogIn(page);
  await dialog.getByLabel("First name").fill("Zoe");
  await dialog.getByRole("button", { name: "Add" }).click();
  await page.getByText("4 people: 4 in the app").waitFor();
  await button(page).click();
  await page.waitForURL(/\/triggers\//);
  await environment.until("/v1/notifications", ({ data }) => data?.length === 4);
});

test("a protected environment asks first, and Cancel sends nothing", async () => {
  const environment = await shop();
  await environment.put(`/v1/environments/${environment.id}`, { isProtected: true });
  const page = await open(environment, "workflows/news/trigger?to=ada");
  await page.getByText("1 person: 1 in the app").waitFor();
  await button(page).click();
  await dialogIn(page).getByText("This starts “News”. 1 person may get real messages.").waitFor();
  await dialogIn(page).getByRole("button", { name: "Cancel" }).click();
  expect((await environment.get("/v1/notifications")).body.data).toEqual([]);
  await button(page).click();
  await dialogIn(page).getByRole("button", { name: "Go on" }).click();
  await page.waitForURL(/\/notifications\//);
});

test("more than ten people: asks first anywhere", async () => {
  const environment = await shop();
  const many = Array.from({ length: 11 }, (_, at) => `member-${at}`);
  await environment.given.topic("all-readers", many);
  const page = await open(environment, "workflows/news/trigger?topic=all-readers");
  await page.getByText("11 people: 11 in the app").waitFor();
  await button(page).click();
  await dialogIn(page).getByText("11 people may get real messages.").waitFor();
  await dialogIn(page).getByRole("button", { name: "Go on" }).click();
  await page.waitForURL(/\/triggers\//);
});

test("what was typed survives leaving, reloading and the end of the session", async () => {
  const environment = await shop();
  const page = await open(environment);
  await addRecipient(page, "bob", /Bob/);
  await page.getByRole("textbox", { name: "Payload" }).fill('{ "n": 42, ');
  await page.reload();
  const payload = page.getByRole("textbox", { name: "Payload" });
  await shows(() => payload.inputValue(), '{ "n": 42, ');
  await page.getByText("Bob", { exact: true }).waitFor();
  // With the next explanation: the answer to an earlier request would cover the form before it is filled.
  await page.route("**/v1/events/trigger/explain", async (route) => {
    await page.context().clearCookies();
    await route.continue();
  });
  await payload.fill('{ "n": 43 }');
  await page.getByRole("dialog", { name: "You are signed out" }).waitFor();
  expect(await page.locator("textarea").first().inputValue()).toBe('{ "n": 43 }');
});

test("from a subscriber, the workflow is chosen first", async () => {
  const environment = await shop();
  const page = await open(environment, "subscribers/ada/profile");
  await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
  await page.keyboard.press("t");
  await page.getByRole("heading", { name: "Trigger a workflow" }).waitFor();
  await page.getByRole("combobox", { name: "Workflow", exact: true }).fill("ship");
  await page.getByRole("option", { name: /Order shipped/ }).click();
  await page.getByRole("heading", { name: "Trigger Order shipped" }).waitFor();
  await page.getByText("ada", { exact: true }).waitFor();
  await page.getByLabel("order.id").fill("9");
  await page.reload();
  await shows(() => page.getByLabel("order.id").inputValue(), "9");
});

test("the form looks right, in both themes, on a phone and a desktop", async () => {
  const environment = await shop();
  const page = await open(environment, "workflows/order-shipped/trigger?to=ada,bob&topic=crew");
  await page.getByLabel("order.id").fill("7");
  await page.getByText(/^5 people/).waitFor();
  await page.getByText("More:").click();
  await expectGoodLooks(browser, page, "trigger");
  const choose = await open(environment, "trigger");
  await choose.getByRole("combobox", { name: "Workflow", exact: true }).waitFor();
  await expectGoodLooks(browser, choose, "trigger-choose");
});
