import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { useHttpReceiver } from "../../server/testing/receivers.ts";
import { delay, email, inApp, lasting, push, sms, step } from "../../server/testing/steps.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { advance, frozenAt } from "../../server/testing/virtual-time.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

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
const VIP_LINE =
  "Not sent\nOnly VIP e-mail\nNot sent: payload.vip is not set; the step runs if payload.vip is true.";
const HOSTILE = `<img src=x onerror="document.title='hacked'">`;

async function world(gatewayStatus: string) {
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
  await given.integration("generic-sms", `${gateway.url}/${gatewayStatus}`, { name: "Gateway" });
  await given.integration("email-webhook", `${gateway.url}/200`, { name: "Mailer" });
  await given.integration("push-webhook", `${gateway.url}/200`, { name: "Pusher" });
  await given.workflow("order-shipped", STEPS, { name: "Order shipped" });
  await given.workflow("welcome", [email("<p>Hello</p>")], { name: "Welcome" });
  return environment;
}

/** The lines of a list of steps: the mark's word, name and channel, the sentence; without moments. */
const lines = async (page: Page): Promise<string[]> => {
  const items = page.getByRole("list", { name: "Steps of Order shipped" }).first().getByRole("listitem");
  return (await items.allInnerTexts()).map((text) =>
    text.replace(/ \(?(?:(?:[Yy]esterday|[Tt]omorrow) )?\d\d:\d\d(?::\d\d)?\)?/g, ""),
  );
};

describe("the page of a subscriber", () => {
  test("J1: from the list to the reason why Ada did not get the SMS, in one click", async () => {
    const environment = await world("401");
    await environment.given.trigger("order-shipped", { order: 7 });
    const page = await openScreen(browser, service, { environment, path: "subscribers" });
    await page.getByRole("searchbox").fill("lovel");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Ada Lovelace" }).and(page.locator(":visible")).waitFor();
    await page.waitForURL(/search=lovel/);
    await expectGoodLooks(browser, page, "subscribers");
    await page.getByRole("link", { name: "Ada Lovelace" }).click();
    await page.getByRole("link", { name: "Order shipped" }).waitFor();
    await shows(
      () => lines(page),
      [
        "Done\nInbox in-app",
        "Failed\nText SMS\nGateway refused our account: 401 invalid key. Further attempts would meet the same answer.",
        VIP_LINE,
        "Waiting\nWait delay\nWaits until.",
        "Not begun\nPush push\nBegins after Wait.",
      ],
    );
    await expectGoodLooks(browser, page, "subscriber-notifications");
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("why not: nothing was triggered for them on that day, which is said", async () => {
    const environment = await world("200");
    await environment.given.trigger("order-shipped", { order: 7 });
    const path = "subscribers/ada/notifications?workflow=order-shipped&day=2020-02-01";
    const page = await openScreen(browser, service, { environment, path });
    await page.getByText("No trigger of order-shipped named Ada on 2020-02-01.").waitFor();
    await page.getByRole("button", { name: "All notifications" }).click();
    await page.getByRole("link", { name: "Order shipped" }).waitFor();
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("J7: what Ada would get is what a trigger then does", async () => {
    const environment = await world("200");
    await environment.given.preference("ada", { workflowId: "order-shipped", channels: { sms: false } });
    const page = await openScreen(browser, service, { environment, path: "subscribers/ada/would-get" });
    await shows(
      () => lines(page),
      [
        "Done\nInbox in-app",
        "Not sent\nText SMS\nAda switched SMS off for order-shipped.",
        VIP_LINE,
        "Not reachable\nPush push\nAda has no device.",
      ],
    );
    const foreseen = await lines(page);
    await page.getByText("Steps, messages and payload Order shipped").click();
    await page.getByRole("heading", { name: "Example payload" }).waitFor();
    await expectGoodLooks(browser, page, "subscriber-would-get");
    await environment.given.trigger("order-shipped", {});
    await advance(environment, 3, "hours");
    await page.getByRole("tab", { name: "Notifications" }).click();
    await shows(() => lines(page), foreseen);
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("the profile: only what was changed is saved, typed text survives, addresses are masked", async () => {
    const environment = await world("200");
    await environment.given.credentials("ada", "push-webhook", { deviceTokens: ["secret-device-4711"] });
    const page = await openScreen(browser, service, { environment, path: "subscribers/ada/profile" });
    await page.getByLabel("Last name").fill("King");
    await page.getByLabel("Data (JSON)").fill("{");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("This is no JSON object.").waitFor();
    await page.getByRole("tab", { name: "Topics" }).click();
    await page.getByRole("tab", { name: "Profile" }).click();
    expect(await page.getByLabel("Last name").inputValue()).toBe("King");
    await page.getByLabel("Data (JSON)").fill('{"plan":"pro"}');
    await page.getByLabel("E-mail").fill("no address");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The profile is saved").or(page.locator("[data-invalid]").first()).first().waitFor();
    await page.getByLabel("E-mail").fill("king@example.com");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Ada King" }).waitFor();
    const { body } = await environment.get("/v2/subscribers/ada");
    expect(body).toMatchObject({ firstName: "Ada", lastName: "King", data: { plan: "pro" } });
    await page.getByText("••••4711").waitFor();
    expect(await page.content()).not.toContain("secret-device");
    await expectGoodLooks(browser, page, "subscriber-profile");
  });

  test("preferences: a switch is theirs from then on; quiet hours are seven bars", async () => {
    const environment = await world("200");
    const hours = [{ start: "09:00 AM", end: "05:30 PM" }];
    const weeklySchedule = { monday: { isEnabled: true, hours } };
    await environment.given.preference("ada", { schedule: { isEnabled: true, weeklySchedule } });
    const page = await openScreen(browser, service, { environment, path: "subscribers/ada/preferences" });
    const row = page.getByRole("group", { name: "Order shipped" });
    const sms = row.getByRole("checkbox", { name: /SMS/ });
    expect(await sms.isChecked()).toBe(true);
    await sms.click();
    await row.getByRole("checkbox", { name: "SMS theirs", checked: false }).waitFor();
    const { body } = await environment.get("/v2/subscribers/ada/preferences");
    const preference = body.workflows.find((one: any) => one.workflow.identifier === "order-shipped");
    expect(preference.channels).toMatchObject({ sms: false, in_app: true });
    await page.getByText("09:00–17:30").waitFor();
    expect(await page.getByText("closed").count()).toBe(6);
    await expectGoodLooks(browser, page, "subscriber-preferences");
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("a new subscriber, with a hostile name, and its deletion, which says what goes", async () => {
    const environment = await world("200");
    const page = await openScreen(browser, service, { environment, path: "subscribers" });
    await page.getByRole("button", { name: "New…" }).click();
    await page.getByLabel("Id", { exact: true }).fill("eve");
    await page.getByLabel("First name").fill(HOSTILE);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: HOSTILE }).waitFor();
    await page.getByRole("tab", { name: "Messages" }).click();
    await page.getByText("No messages yet").waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByText("preferences and topic memberships go at once").waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Subscribers" }).waitFor();
    expect((await environment.get("/v2/subscribers/eve")).status).toBe(404);
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("all data of Ada, from the menu: a file of masked records whose last line says that it is whole", async () => {
    const environment = await world("200");
    await environment.given.credentials("ada", "push-webhook", { deviceTokens: ["secret-device-4711"] });
    const page = await openScreen(browser, service, { environment, path: "subscribers/ada/profile" });
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Export all data" }).waitFor();
    await browser.photograph(page, "subscriber-menu");
    await page.getByRole("menuitem", { name: "Export all data" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe("ada.ndjson");
    const text = await readFile(await file.path(), "utf8");
    expect(text).not.toContain("4711");
    const records = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records[0]).toMatchObject({
      type: "subscriber",
      data: { subscriberId: "ada", email: "ada@example.com" },
    });
    expect(records.at(-1)).toEqual({ type: "end", count: records.length - 1 });
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("on a phone, the selected one of six tabs is in view", async () => {
    const environment = await world("200");
    const page = await openScreen(browser, service, { environment, path: "subscribers/ada/profile" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel("First name").waitFor();
    await page.goto(page.url().replace("/profile", "/would-get"));
    const tab = page.getByRole("tab", { name: "Would get", selected: true });
    await shows(async () => {
      const box = await tab.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 390;
    }, true);
  });
});
