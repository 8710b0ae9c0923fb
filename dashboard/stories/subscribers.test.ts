import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../server/testing/browser/use-browser.ts";
import { useHttpReceiver } from "../../server/testing/receivers.ts";
import { delay, email, inApp, lasting, push, sms, step } from "../../server/testing/steps.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { advance, frozenAt } from "../../server/testing/virtual-time.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openAsOperator } from "../testing/open-screen.ts";

const service = await useTestService();
const browser = useBrowser();
const gateway = await useHttpReceiver((call, response) => {
  const status = Number(call.path.match(/\/(\d{3})/)?.[1] ?? 200);
  response.writeHead(status).end(status === 200 ? '{"id":"r1"}' : '{"error":"invalid key"}');
});

const VIP = { "==": [{ var: "payload.vip" }, true] };
const STEPS = [
  { ...inApp("Order {{ payload.order }} is on its way"), name: "Inbox" },
  { ...sms("On its way"), name: "Text" },
  { ...step("email", "vip", { subject: "VIP", body: "<p>Hi</p>", skip: VIP }), name: "Only VIP" },
  { ...delay(lasting(2, "hours")), name: "Wait" },
  { ...push("Your parcels arrive today"), name: "Push" },
];
const HOSTILE = `<img src=x onerror="document.title='hacked'">`;

async function world() {
  const environment = await frozenAt(service, new Date().toISOString());
  const { given } = environment;
  await given.subscriber("ada", {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "+491701234567",
    timezone: "Europe/Berlin",
  });
  await given.subscriber("bob", { firstName: "Bob", email: "bob@example.com" });
  await given.integration("generic-sms", `${gateway.url}/401`, { name: "Gateway" });
  await given.integration("email-webhook", `${gateway.url}/200`, { name: "Mailer" });
  await given.integration("push-webhook", `${gateway.url}/200`, { name: "Pusher" });
  await given.workflow("order-shipped", STEPS, { name: "Order shipped" });
  await given.workflow("welcome", [email("<p>Hello</p>")], { name: "Welcome" });
  return environment;
}

const lines = (page: Page, label: string) =>
  page.getByRole("list", { name: label }).first().getByRole("listitem").allInnerTexts();

describe("subscribers", () => {
  test("J1: from the list to the reason why Ada did not get the SMS, in two clicks", async () => {
    const environment = await world();
    await environment.given.trigger("order-shipped", { order: 7 });
    const page = await openAsOperator(browser, service, { environment, path: "subscribers" });
    await page.getByRole("searchbox").fill("lovel");
    await page.keyboard.press("Enter");
    await page.waitForURL(/search=lovel/);
    await page.getByRole("link", { name: "Ada Lovelace" }).click();
    await page.getByRole("heading", { level: 1, name: "Ada Lovelace" }).waitFor();
    await page.getByRole("link", { name: "Order shipped" }).waitFor();
    console.log(await lines(page, "Steps of Order shipped"));
    await expectGoodLooks(browser, page, "subscriber-notifications");
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("J7: what Ada would get is what a trigger then does", async () => {
    const environment = await world();
    const page = await openAsOperator(browser, service, { environment, path: "subscribers/ada/would-get" });
    await page.getByRole("list", { name: "Steps of Order shipped" }).waitFor();
    console.log(await lines(page, "Steps of Order shipped"));
    await page.getByText("Steps, messages and payload Order shipped").click();
    await expectGoodLooks(browser, page, "subscriber-would-get");
    await environment.given.trigger("order-shipped", { order: 7 });
    await advance(environment, 3, "hours");
    expect(browser.errorsOf(page)).toEqual([]);
  });
});
