import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { ada } from "../../server/testing/given.ts";
import { status, useScriptedProvider } from "../../server/testing/scripted-provider.ts";
import { email, sms } from "../../server/testing/steps.ts";
import { settled } from "../../server/testing/test-clock.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { advance, frozenAt, messagesOf } from "../../server/testing/virtual-time.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen, pathOf, whyBox } from "../testing/notification-page.ts";

const provider = await useScriptedProvider();
const service = await useTestService();
const browser = useBrowser();
const person = (subscriberId: string) => ({ subscriberId, email: `${subscriberId}@example.com` });

/** An SMS to Ada whose first attempt was answered with 503. */
async function waiting(...then: Parameters<typeof provider.script>[1][]) {
  const environment = await frozenAt(service);
  await environment.given.integration("generic-sms", `${provider.url}/sms`, { name: "Gateway" });
  provider.script("/sms", status(503), ...then);
  await environment.given.workflow("text", [sms("Hello")]);
  const transactionId = await environment.trigger("text", ada);
  await settled(environment);
  return { environment, path: await pathOf(environment, transactionId) };
}

/** Ada's mail was given up at New Year, bob's and cem's a day later. */
async function givenUp() {
  provider.script("/mail", ...Array(3).fill(status(400)));
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/mail`);
  await environment.given.workflow("news", [email("Hello")], { name: "News" });
  const transactionId = await environment.trigger("news", person("ada"));
  await settled(environment);
  await advance(environment, 1, "days");
  await environment.trigger("news", [person("bob"), person("cem")]);
  await settled(environment);
  return { environment, path: await pathOf(environment, transactionId) };
}

test("a message that waits is tried now from the box that says why, and the page follows it", async () => {
  const { environment, path } = await waiting();
  const page = await openScreen(browser, service, { environment, path });
  await whyBox(page).getByText("Gateway answered").waitFor();
  await expectGoodLooks(browser, page, "retry-why");
  await whyBox(page).getByRole("button", { name: "Try now" }).click();
  await page.getByText("The next attempt is being made").waitFor();
  await page.locator("header").getByText("Delivered").waitFor();
  await shows(() => page.getByRole("button", { name: "Try now" }).count(), 0);
  expect(provider.calls).toHaveLength(2);
  expect(browser.errorsOf(page)).toEqual([]);
});

test("beside the next attempt: an open breaker holds the message back, and the page says until when", async () => {
  const { environment, path } = await waiting(...Array(4).fill(status(503)));
  const to = Array.from({ length: 4 }, (_, n) => ({ subscriberId: `s${n}`, phone: "+31600000001" }));
  await environment.trigger("text", to);
  await settled(environment);
  const page = await openScreen(browser, service, { environment, path: `${path}?tab=attempts` });
  const next = page.getByRole("listitem").filter({ hasText: "Next attempt" });
  await next.getByRole("button", { name: "Try now" }).last().click();
  await page.getByText("The message waits on: its integration keeps failing").waitFor();
  await whyBox(page).getByText("keeps failing").waitFor();
  expect(provider.calls).toHaveLength(5);
  await expectGoodLooks(browser, page, "retry-held-back");
});

test("the page of a message: its next attempt is made now, and the page shows that it was sent", async () => {
  const { environment } = await waiting();
  const [message] = await messagesOf(environment);
  const page = await openScreen(browser, service, { environment, path: `messages/${message._id}` });
  await page.getByText("Next attempt").first().waitFor();
  await expectGoodLooks(browser, page, "retry-message");
  await page.getByRole("button", { name: "Try now" }).click();
  await page.getByText("Accepted by the provider").waitFor();
  await shows(() => page.getByRole("button", { name: "Try now" }).count(), 0);
  expect(provider.calls).toHaveLength(2);
});

test("selected dead letters are counted, discarded, and listed apart with who did it", async () => {
  const { environment, path } = await givenUp();
  const page = await openScreen(browser, service, { environment, path: "dead-letters" });
  await page.getByRole("checkbox", { name: "Select news, ada" }).check();
  await page.getByRole("button", { name: "Discard…", exact: true }).click();
  const dialog = dialogIn(page);
  await dialog.getByText("1 message would be discarded.").waitFor();
  await expectGoodLooks(browser, page, "dead-letters-discard");
  await dialog.getByRole("button", { name: "Discard 1 message" }).click();
  await dialog.getByText("1 of 1 discarded.").waitFor();
  await dialog.getByRole("link", { name: "Show what was discarded" }).click();
  await page.getByRole("row").filter({ hasText: "ada" }).getByText("by Operator").waitFor();
  expect(page.url()).toContain("discarded=true");
  await expectGoodLooks(browser, page, "dead-letters-discarded");
  await page.getByRole("link", { name: "Given up", exact: true }).click();
  await shows(() => page.getByRole("row").count(), 3);
  const { pathname } = new URL(page.url());
  await page.goto(`${service.url}${pathname.replace("dead-letters", path)}`);
  await whyBox(page).getByText("Why did ada not get the e-mail?").waitFor();
  await page.getByText("Dead letter was discarded by hand").waitFor();
  expect(provider.calls).toHaveLength(3);
  expect(browser.errorsOf(page)).toEqual([]);
});

test("those that were given up between two moments are listed, and discarded all at once", async () => {
  const { environment } = await givenUp();
  const page = await openScreen(browser, service, { environment, path: "dead-letters" });
  await shows(() => page.getByRole("row").count(), 4);
  await page.getByLabel("Given up at or after").fill("2026-01-01T12:00");
  await page.getByLabel("Given up at or after").press("Enter");
  await shows(() => page.getByRole("row").count(), 3);
  expect(new URL(page.url()).searchParams.get("from")).toMatch(/^2026-01-01T\d\d:\d\d:00\.000Z$/);
  await page.reload();
  await shows(() => page.getByLabel("Given up at or after").inputValue(), "2026-01-01T12:00");
  await page.getByRole("button", { name: "Discard: all 2…" }).click();
  const dialog = dialogIn(page);
  await dialog.getByRole("button", { name: "Discard 2 messages" }).click();
  await dialog.getByText("2 of 2 discarded.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("heading", { name: "No dead letter matches" }).waitFor();
  await page.getByLabel("Given up at or after").fill("");
  await page.getByLabel("Given up at or after").press("Enter");
  await shows(() => page.getByRole("row").count(), 2);
  expect((await environment.get("/v1/dead-letters")).body.totalCount).toBe(1);
});

test("a count and a discard that fail say why, and change nothing", async () => {
  const { environment } = await givenUp();
  const page = await openScreen(browser, service, { environment, path: "dead-letters" });
  const refusal = { statusCode: 400, message: "The discard is refused", path: "", timestamp: "" };
  const refuse = () =>
    page.route("**/v1/dead-letters/discard", (route) => route.fulfill({ status: 400, json: refusal }));
  await refuse();
  await page.getByRole("button", { name: "Discard: all 3…" }).click();
  const dialog = dialogIn(page);
  await dialog.getByText("The discard is refused").waitFor();
  await page.unroute("**/v1/dead-letters/discard");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("3 messages would be discarded.").waitFor();
  await refuse();
  await dialog.getByRole("button", { name: "Discard 3 messages" }).click();
  await dialog.getByText("They could not be discarded").waitFor();
  expect((await environment.get("/v1/dead-letters")).body.totalCount).toBe(3);
});
