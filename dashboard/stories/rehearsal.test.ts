import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { delay, email, inApp, lasting, sms, step } from "../../server/testing/steps.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { frozenAt } from "../../server/testing/virtual-time.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen, sentencesOf } from "../testing/notification-page.ts";
import { passes, stopTime } from "../testing/page-time.ts";

const service = await useTestService();
const browser = useBrowser();

const NOW = "2026-11-22T10:08:24.000Z";
const VIP = { "==": [{ var: "payload.vip" }, true] };
const MAIL = "<h1>Order {{ payload.order }}</h1><p>Dear {{ subscriber.firstName }}, it is on its way.</p>";
const STEPS = [
  { ...inApp("Order {{ payload.order }} is on its way", { subject: "Shipped" }), name: "Inbox" },
  { ...email(MAIL, { subject: "Order {{ payload.order }}" }), name: "Mail" },
  { ...step("email", "vip", { subject: "VIP", body: "<p>Hi</p>", skip: VIP }), name: "Only VIP" },
  { ...delay(lasting(2, "hours")), name: "Wait" },
  { ...sms("Has it come, {{ subscriber.firstName }}?"), name: "Text" },
];

async function shop(): Promise<TestEnvironment> {
  const environment = await frozenAt(service, NOW);
  const { given } = environment;
  await given.subscriber("bob", { firstName: "Bob", email: "bob@example.com" });
  const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", timezone: "Asia/Tokyo" };
  await given.subscriber("ada", ada);
  await given.workflow("order-shipped", STEPS, { name: "Order shipped" });
  return environment;
}

const open = (environment: TestEnvironment, search = "?step=inbox") =>
  openScreen(browser, service, { environment, path: `workflows/order-shipped${search}`, now: NOW });

/** With a clock that the test can stop. */
async function openTimed(environment: TestEnvironment, search = "?step=inbox"): Promise<Page> {
  const path = `workflows/order-shipped${search}`;
  const page = await openScreen(browser, service, { environment, path });
  await page.clock.install({ time: NOW });
  await page.reload();
  return page;
}

const rehearsal = (page: Page) => page.getByRole("region", { name: "Rehearsal" });
const steps = (page: Page) => rehearsal(page).getByRole("list", { name: "Steps" });
const rendered = (page: Page) => rehearsal(page).frameLocator("iframe").first();
const as = (page: Page) => rehearsal(page).getByRole("combobox", { name: "As", exact: true });

/** Counts the explanations that the page asks for, and how many were in flight at once. */
function explanationsOf(page: Page) {
  const seen = { count: 0, atOnce: 0, most: 0 };
  const isOne = (url: string) => url.endsWith("/v1/events/trigger/explain");
  page.on("request", (request) => {
    if (!isOne(request.url())) return;
    seen.count += 1;
    seen.atOnce += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
  });
  const over = (request: { url(): string }) => {
    if (isOne(request.url())) seen.atOnce -= 1;
  };
  page.on("requestfinished", over);
  page.on("requestfailed", over);
  return seen;
}

describe("the rehearsal beside the editor", () => {
  test("J2: shows all steps as they would be for the person of the address", async () => {
    const environment = await shop();
    const page = await open(environment, "?step=inbox&as=ada");
    await shows(
      () => sentencesOf(page),
      [
        "Delivered.",
        "Accepted by Local outbox.",
        "Not sent: payload.vip is not set; the step runs if payload.vip is true.",
        "The wait is over.",
        "Nothing is connected for SMS.",
      ],
    );
    await rehearsal(page)
      .getByText(/^Nothing is sent/)
      .waitFor();
    await rendered(page).getByText("is on its way").waitFor();
    await expectGoodLooks(browser, page, "rehearsal");
    await page.goto(page.url().replace("step=inbox", "step=mail&part=rehearsal"));
    await rendered(page).getByText("Dear Ada").waitFor();
    await expectGoodLooks(browser, page, "rehearsal-alone");
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("J2: a changed word is asked for 200 ms after the last key and then rendered; nothing is stored", async () => {
    const environment = await shop();
    const page = await openTimed(environment, "?step=inbox&as=ada");
    await rendered(page).getByText("is on its way").waitFor();
    const seen = explanationsOf(page);
    await page.getByRole("textbox", { name: "Body" }).click();
    await page.keyboard.press("Control+End");
    for (const [at, word] of ["to", "your", "door"].entries()) {
      await stopTime(page);
      await page.keyboard.type(` ${word}`);
      await passes(page, 199);
      expect(seen.count).toBe(at);
      await passes(page, 1);
      expect(seen.count).toBe(at + 1);
      await page.clock.resume();
      await rendered(page).getByText(word).waitFor();
    }
    const { body: stored } = await environment.get("/v2/workflows/order-shipped");
    expect(stored.steps[0].controls.values.body).toBe("Order {{ payload.order }} is on its way");
    expect((await environment.get("/v1/notifications")).body.data).toEqual([]);
  });

  test("asks one thing at a time, and nothing while nothing changes", async () => {
    const environment = await shop();
    const page = await openTimed(environment);
    const seen = explanationsOf(page);
    await page.reload();
    await steps(page).waitFor();
    expect(seen.count).toBe(1);
    await page.getByRole("textbox", { name: "Body" }).click();
    await stopTime(page);
    await page.keyboard.type("quick typing in one go");
    await page.clock.resume();
    await rendered(page).getByText("quick typing in one go").waitFor();
    expect(seen).toMatchObject({ count: 2, most: 1 });
    await stopTime(page);
    await page.keyboard.type("x");
    await page.keyboard.press("Backspace");
    await passes(page, 60_000);
    expect(seen.count).toBe(2);
  });

  test("begins with the person and the payload of the last notification; the next person is remembered", async () => {
    const environment = await shop();
    await environment.given.trigger("order-shipped", { order: 7 }, { to: "bob" });
    const page = await open(environment);
    await shows(() => as(page).inputValue(), "Bob");
    await rendered(page).getByText("Order 7 is on its way").waitFor();
    await rehearsal(page).getByText("Payload: the last notification").waitFor();
    await as(page).fill("love");
    await page.getByRole("option", { name: /Ada Lovelace/ }).click();
    await page.waitForURL(/as=ada/);
    await steps(page).getByText("Nothing is connected for SMS.").waitFor();
    await page.goto(page.url().replace(/\?.*/, "?step=mail"));
    await shows(() => as(page).inputValue(), "Ada Lovelace");
    await rendered(page).getByText("Dear Ada, it is on its way.").waitFor();
  });

  test("a typed payload is kept, also when it is no JSON yet; then the last timeline stays", async () => {
    const environment = await shop();
    const page = await open(environment, "?step=inbox&as=ada");
    await rehearsal(page)
      .getByText(/^Payload:/)
      .click();
    const payload = rehearsal(page).getByRole("textbox", { name: "Payload" });
    await payload.fill('{ "order": 12, "vip": true }');
    await rendered(page).getByText("Order 12 is on its way").waitFor();
    await shows(async () => (await sentencesOf(page))[2], "Accepted by Local outbox.");
    await payload.fill('{ "order": 13, ');
    await rehearsal(page).getByText("This is no JSON object.").waitFor();
    await rendered(page).getByText("Order 12 is on its way").waitFor();
    await page.reload();
    await shows(() => payload.inputValue(), '{ "order": 13, ');
    await payload.fill('{ "order": 13 }');
    await rendered(page).getByText("Order 13 is on its way").waitFor();
  });

  test("what the service refuses is said, and the last timeline stays below", async () => {
    const environment = await shop();
    const page = await open(environment, "?step=inbox&as=ada");
    await steps(page).waitFor();
    await page.getByLabel("Name of the step").fill("");
    await page.getByText("Type a name.", { exact: true }).waitFor();
    const sentence = "Step 1 has no name. Type one in “Name of the step”.";
    await rehearsal(page).getByRole("alert").getByText(sentence).waitFor();
    await shows(() => page.getByRole("alert").getByText(sentence).count(), 2);
    expect(await page.getByText("steps.0").count()).toBe(0);
    await rehearsal(page).getByText("Below is the last rehearsal that worked.").waitFor();
    expect(await sentencesOf(page)).toHaveLength(5);
    await expectGoodLooks(browser, page, "rehearsal-refused");
    await page.getByLabel("Name of the step").fill("Inbox");
    await shows(() => rehearsal(page).getByRole("alert").count(), 0);
  });

  test("at another moment, typed in the zone of the switch", async () => {
    const environment = await shop();
    const page = await open(environment, "?step=inbox&as=ada");
    await steps(page).waitFor();
    await page.evaluate('localStorage.setItem("tidings-times", "theirs")');
    await page.reload();
    await steps(page).getByText("19:08:24").first().waitFor();
    await rehearsal(page).getByLabel("At", { exact: true }).selectOption("another moment");
    const moment = rehearsal(page).getByLabel("Moment");
    await rehearsal(page).getByText("In the time zone Asia/Tokyo.").waitFor();
    expect(await moment.inputValue()).toBe("2026-11-22T19:08");
    await moment.fill("2026-12-24T18:00");
    const times = steps(page).locator("article > header time");
    await shows(
      () => times.evaluateAll((all) => all.map((one) => one.getAttribute("datetime"))),
      [0, 0, 0, 2, 2].map((hours) =>
        new Date(Date.parse("2026-12-24T09:00:00Z") + hours * HOUR_MS).toISOString(),
      ),
    );
    await steps(page).getByText("24 Dec 20:00").first().waitFor();
  });

  test("a mail opens large: at the width of a phone and of a desktop, as text, and its source", async () => {
    const environment = await shop();
    const page = await open(environment, "?step=mail&as=ada");
    await rehearsal(page).getByRole("button", { name: "Open large" }).click();
    const dialog = page.getByRole("dialog", { name: /^Order/ });
    const frame = dialog.locator("iframe");
    await dialog.frameLocator("iframe").getByText("Dear Ada, it is on its way.").waitFor();
    const widthOf = async () => Math.round((await frame.boundingBox())?.width ?? 0);
    await shows(widthOf, 600);
    await expectGoodLooks(browser, page, "rehearsal-mail");
    await dialog.getByRole("button", { name: "Phone, 375 px" }).click();
    await shows(widthOf, 375);
    for (const [screen, shown] of [
      [390, 375],
      [320, 312],
    ] as const) {
      await page.setViewportSize({ width: screen, height: 800 });
      await shows(widthOf, shown);
      expect((await frame.boundingBox())?.x).toBeGreaterThan(0);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole("button", { name: "Text part" }).click();
    await dialog.getByText(/Dear Ada, it is on its way\./).waitFor();
    expect(await frame.count()).toBe(0);
    await dialog.getByRole("button", { name: "Source" }).click();
    await dialog.getByText("<p>Dear Ada, it is on its way.</p>").waitFor();
    await page.keyboard.press("Escape");
    await shows(() => dialog.count(), 0);
  });
});

const HOUR_MS = 3_600_000;
