import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { useHttpReceiver } from "../../server/testing/receivers.ts";
import { delay, digest, email, inApp, lasting, push, sms, step } from "../../server/testing/steps.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { advance, frozenAt } from "../../server/testing/virtual-time.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { goTo, marksOf, openScreen, pathOf, sentencesOf, whyBox } from "../testing/notification-page.ts";
import { stopTime } from "../testing/page-time.ts";

const service = await useTestService();
const browser = useBrowser();
let status = 401;
const gateway = await useHttpReceiver((_call, response) => {
  response.writeHead(status).end(status === 200 ? '{"id":"r1"}' : '{"error":"invalid key"}');
});

const NOW = "2026-11-22T10:09:00.000Z";
const vip = { "==": [{ var: "payload.vip" }, true] };
const SHIPPED = [
  { ...digest({ amount: 3, unit: "seconds", digestKey: "order.id" }), name: "Collect" },
  {
    ...inApp("<p>Both</p>", { subject: "{{ step.events.length }} parcels are on their way" }),
    name: "Inbox",
  },
  { ...sms("On its way: order {{ payload.order.id }}, two parcels"), name: "Text" },
  { ...step("email", "vip", { subject: "VIP", body: "<p>Hi</p>", skip: vip }), name: "Only VIP" },
  { ...delay(lasting(2, "hours")), name: "Wait" },
  { ...push("Your parcels arrive today"), name: "Push" },
];
const ADA = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "+491701234567",
  timezone: "Europe/Berlin",
};

async function shipped() {
  status = 401;
  const environment = await frozenAt(service, "2026-11-22T10:08:24.000Z");
  await environment.given.subscriber("ada", ADA);
  await environment.given.integration("generic-sms", `${gateway.url}/sms`, { name: "Gateway" });
  await environment.given.integration("push-webhook", `${gateway.url}/push`, { name: "Pusher" });
  await environment.given.workflow("order-shipped", SHIPPED, { name: "Order shipped" });
  const transactionId = await environment.given.trigger("order-shipped", { order: { id: 7 } });
  await environment.given.trigger("order-shipped", { order: { id: 7 } });
  await advance(environment, 5, "seconds");
  return { environment, transactionId, path: await pathOf(environment, transactionId) };
}

const open = (environment: TestEnvironment, path: string) =>
  openScreen(browser, service, { environment, path, now: NOW });
const panel = (page: Page) => page.getByRole("complementary", { name: /^Step / });
const choose = (page: Page, step: string) => page.getByRole("button", { name: step, exact: true }).click();

describe("the page of a notification", () => {
  test("says why the SMS did not arrive, and what became of each step", async () => {
    const { environment, path } = await shipped();
    const page = await open(environment, path);
    await page.getByRole("heading", { name: "Order shipped to Ada Lovelace", level: 1 }).waitFor();
    await whyBox(page).getByRole("heading", { name: "Why did Ada not get the SMS?" }).waitFor();
    await shows(
      () => sentencesOf(page),
      [
        "Collected 2 events.",
        "Delivered.",
        "Gateway refused our account: 401 invalid key. Further attempts would meet the same answer.",
        "Not sent: payload.vip is not set; the step runs if payload.vip is true.",
        "Waits until 12:08:27.",
        "Begins after Wait.",
      ],
    );
    expect(await marksOf(page)).toEqual(["Done", "Done", "Failed", "Not sent", "Waiting", "Not begun"]);
    await page.getByText("“2 parcels are on their way”").waitFor();
    await panel(page).getByText("On its way: order 7, two parcels").waitFor();
    await page.getByText("1 step failed").waitFor();
    // Failed steps and the last one that has begun show their details.
    expect(await page.locator("article details[open]").count()).toBe(2);
    await page.getByText('{"error":"invalid key"}').first().waitFor();
    // No other integration was tried: its empty list is not shown.
    expect(await page.getByText("[]", { exact: true }).count()).toBe(0);
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("the step and the tab are in the address; another session sees the same", async () => {
    const { environment, path } = await shipped();
    const page = await open(environment, path);
    await choose(page, "Collect");
    await panel(page).getByRole("link", { name: "2. Notification" }).waitFor();
    await choose(page, "Text");
    await panel(page).getByRole("tab", { name: "Attempts 1" }).click();
    await panel(page).getByText("1. Account refused").waitFor();
    await panel(page).getByRole("tab", { name: "Step as it was" }).click();
    await panel(page).getByText("{{ payload.order.id }}").waitFor();
    const { pathname, search } = new URL(page.url());
    const other = await open(environment, path + search);
    expect(new URL(other.url()).pathname).toBe(pathname);
    await panel(other).getByText("{{ payload.order.id }}").waitFor();
    await panel(other).getByRole("tab", { name: "Payload" }).click();
    await panel(other).getByText("order").first().waitFor();
  });

  test("opened from the list, `[` and `]` step through it", async () => {
    const { environment } = await shipped();
    const page = await open(environment, "notifications");
    await page.getByRole("rowheader").first().getByRole("link").click();
    await page.getByText("1 of 2").waitFor();
    // The newest is the one that was merged.
    await page.getByRole("link", { name: "another notification" }).first().waitFor();
    const first = page.url();
    await page.keyboard.press("]");
    await page.getByText("2 of 2").waitFor();
    await page.keyboard.press("[");
    await page.getByText("1 of 2").waitFor();
    expect(page.url()).toBe(first);
  });

  test("`e` shows all details, and again hides them", async () => {
    const { environment, path } = await shipped();
    const page = await open(environment, path);
    await page.getByRole("heading", { name: "Steps" }).waitFor();
    await page.keyboard.press("e");
    await shows(() => page.locator("article details[open]").count(), 5);
    await page.keyboard.press("e");
    await shows(() => page.locator("article details[open]").count(), 0);
  });

  test("has no violation of WCAG 2.2 AA in both themes at 1280 and 390, also with a step opened", async () => {
    const { environment, path } = await shipped();
    const page = await open(environment, path);
    await page.getByRole("heading", { name: "Why did Ada not get the SMS?" }).waitFor();
    await expectGoodLooks(browser, page, "notification");
    await choose(page, "Text");
    await panel(page).getByRole("tab", { name: "Attempts 1" }).click();
    await page.keyboard.press("e");
    await expectGoodLooks(browser, page, "notification-attempts");
  });

  test("on a phone, the panel opens under the card that was tapped, and closes again", async () => {
    const { environment, path } = await shipped();
    const page = await open(environment, path);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("heading", { name: "Steps" }).waitFor();
    const tabs = page.getByRole("article").filter({ hasText: "SMS through Gateway" }).getByRole("tablist");
    expect(await page.getByRole("tablist").count()).toBe(0);
    await choose(page, "Text");
    await tabs.waitFor();
    await choose(page, "Text");
    await shows(() => page.getByRole("tablist").count(), 0);
  });
});

describe("a notification that goes on", () => {
  test("changes on the page at the service's hint: the page neither waits nor is loaded again", async () => {
    const environment = await service.newEnvironment();
    await environment.given.subscriber("ada", ADA);
    await environment.given.workflow("later", [
      { ...delay(lasting(1, "hours")), name: "Wait" },
      { ...inApp("Hi"), name: "Inbox" },
    ]);
    const transactionId = await environment.trigger("later", "ada");
    const page = await openScreen(browser, service, {
      environment,
      path: await pathOf(environment, transactionId),
    });
    await page.clock.install();
    await page.reload();
    await page.getByRole("heading", { name: "What does “Wait” wait for?" }).waitFor();
    await page.locator("main").getByText("Live", { exact: true }).waitFor();
    await page.evaluate("window.isSamePage = true");
    await stopTime(page);
    const { pathname } = new URL(page.url());
    const id = pathname.split("/").at(-1);
    const readAgain = page.waitForRequest((request) => request.url().endsWith(`/v1/notifications/${id}`));
    await environment.delete(`/v1/events/trigger/${transactionId}`);
    await readAgain;
    await page.clock.resume();
    await page.getByText("Canceled by hand or by a call.").first().waitFor();
    expect(await page.evaluate("window.isSamePage")).toBe(true);
  });

  test("“Send again” sends a dead letter, and the page shows that it arrived", async () => {
    status = 401;
    const environment = await service.newEnvironment();
    await environment.given.subscriber("ada", ADA);
    await environment.given.integration("generic-sms", `${gateway.url}/sms`, { name: "Gateway" });
    await environment.given.workflow("code", [{ ...sms("Your code: 7"), name: "Text" }]);
    const transactionId = await environment.trigger("code", "ada");
    await environment.finished(transactionId);
    const page = await openScreen(browser, service, {
      environment,
      path: await pathOf(environment, transactionId),
    });
    status = 200;
    const calls = gateway.calls.length;
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("Accepted by Gateway.").waitFor();
    expect(gateway.calls.length).toBe(calls + 1);
    expect(await whyBox(page).count()).toBe(0);
    await panel(page).getByText("12 characters · 1 segment (GSM-7)").waitFor();
  });
});

describe("what a person can do", () => {
  test("“Cancel…” says what it ends, and ends it", async () => {
    const { environment, path } = await shipped();
    const page = await open(environment, path);
    await page.getByRole("button", { name: "Cancel…" }).click();
    await page.getByText("“Wait” and “Push” will not run. What was sent stays sent.").waitFor();
    await page.getByRole("button", { name: "Cancel the notification" }).click();
    await page.getByRole("button", { name: "Cancel…" }).waitFor({ state: "detached" });
    await shows(async () => (await marksOf(page)).slice(4), ["Not run", "Not sent"]);
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("“Trigger again…” opens the trigger screen for the same person with the same payload", async () => {
    const { environment, path } = await shipped();
    const page = await open(environment, path);
    await page.getByRole("link", { name: "Trigger again…" }).click();
    await page.getByRole("heading", { name: "Trigger Order shipped", level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get("to")).toBe("ada");
    expect(JSON.parse(new URL(page.url()).searchParams.get("payload") ?? "")).toEqual({ order: { id: 7 } });
  });

  test("with a key that may only read, no button writes", async () => {
    const { environment, path } = await shipped();
    const keys = `/v1/environments/${environment.id}/api-keys`;
    const { body } = await environment.post(keys, { name: "Reader", scopes: ["read"] });
    const page = await browser.visit(`${service.url}/dashboard/sign-in`);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByLabel("API key").fill(body.key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("navigation").first().waitFor();
    await goTo(page, environment, path);
    await page.getByRole("heading", { name: "Why did Ada not get the SMS?" }).waitFor();
    await page.getByRole("button", { name: "Copy as…" }).waitFor();
    const writing = page.getByRole("button", { name: /Cancel|Send again/ });
    expect(await writing.or(page.getByRole("link", { name: /Trigger again/ })).count()).toBe(0);
  });
});

describe("what comes from outside", () => {
  test("HTML of a mail, names and answers run nothing, fetch nothing and send nothing", async () => {
    const attack = `<img src="${gateway.url}/pixel?a" onerror="top.hacked=1"><script>top.hacked=1</script>`;
    const body = `<style>p{color:red}</style><h2>Hello from the mail</h2>${attack}
      <form action="${gateway.url}/form"><input name="password" autofocus></form>
      <iframe src="${gateway.url}/inner"></iframe><link rel="stylesheet" href="${gateway.url}/css">
      <a href="javascript:top.hacked=1">press</a>`;
    const environment = await service.newEnvironment();
    await environment.given.subscriber("<script>hacked=1</script>", { ...ADA, firstName: attack });
    const name = '<img src=x onerror="top.hacked=1">';
    await environment.given.workflow("hostile", [{ ...email(body), name }], { name });
    const to = "<script>hacked=1</script>";
    const transactionId = await environment.trigger("hostile", to, { payload: { [attack]: attack } });
    await environment.finished(transactionId);
    const calls = gateway.calls.length;
    const page = await openScreen(browser, service, {
      environment,
      path: await pathOf(environment, transactionId),
    });
    const mail = page.frameLocator("iframe");
    await mail.getByRole("heading", { name: "Hello from the mail" }).waitFor();
    await mail.getByText("press").click();
    await panel(page).getByRole("tab", { name: "Payload" }).click();
    await panel(page).getByText(attack).first().waitFor();
    for (const frame of page.frames()) expect(await frame.evaluate("globalThis.hacked")).toBe(undefined);
    expect(gateway.calls.slice(calls)).toEqual([]);
    expect(await page.locator("h1 img, article img, aside img").count()).toBe(0);
  });
});
