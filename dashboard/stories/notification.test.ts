import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../server/testing/browser/use-browser.ts";
import { useHttpReceiver } from "../../server/testing/receivers.ts";
import { delay, digest, email, inApp, lasting, push, sms, step } from "../../server/testing/steps.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { advance, frozenAt } from "../../server/testing/virtual-time.ts";
import { openScreen, pathOf } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();
const gateway = await useHttpReceiver((call, response) => {
  const status = Number(call.path.match(/\/(\d{3})/)?.[1] ?? 200);
  response.writeHead(status).end(status === 200 ? '{"id":"r1"}' : '{"error":"invalid key"}');
});

const vip = { "==": [{ var: "payload.vip" }, true] };
const SHIPPED = [
  { ...digest({ amount: 3, unit: "seconds", digestKey: "order.id" }), name: "Collect" },
  { ...inApp("{{ step.events.length }} parcels are on their way"), name: "Inbox" },
  { ...sms("On its way: order {{ payload.order.id }}, two parcels"), name: "Text" },
  { ...step("email", "vip", { subject: "VIP", body: "<p>Hi</p>", skip: vip }), name: "Only VIP" },
  { ...delay(lasting(2, "hours")), name: "Wait" },
  { ...push("Your parcels arrive today"), name: "Push" },
];

async function shipped() {
  const environment = await frozenAt(service, "2026-11-22T10:08:24.000Z");
  await environment.given.subscriber("ada", {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "+491701234567",
    timezone: "Europe/Berlin",
  });
  await environment.given.integration("generic-sms", `${gateway.url}/401`, { name: "Gateway" });
  await environment.given.integration("push-webhook", `${gateway.url}/200`, { name: "Pusher" });
  await environment.given.workflow("order-shipped", SHIPPED, { name: "Order shipped" });
  const transactionId = await environment.given.trigger("order-shipped", { order: { id: 7 } });
  await environment.given.trigger("order-shipped", { order: { id: 7 } });
  await advance(environment, 5, "seconds");
  return { environment, transactionId, path: await pathOf(environment, transactionId) };
}

const sentences = (page: Page) =>
  page.locator("ol[aria-label=Steps] article > p:first-of-type").allTextContents();

describe("the page of a notification", () => {
  test("says why the SMS did not arrive, and what became of each step", async () => {
    const { environment, path } = await shipped();
    const page = await openScreen(browser, service, { environment, path });
    await page.getByRole("heading", { name: "Why did Ada not get the SMS?" }).waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `/tmp/tl/shot-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
    console.log(await sentences(page), browser.errorsOf(page));
    expect(1).toBe(1);
  });
});
