import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { useHttpReceiver } from "../../server/testing/receivers.ts";
import { email, inApp } from "../../server/testing/steps.ts";
import { settled } from "../../server/testing/test-clock.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { frozenAt } from "../../server/testing/virtual-time.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();
let status = 400;
const provider = await useHttpReceiver((_call, response) => {
  response.writeHead(status).end(status === 200 ? '{"id":"p1"}' : '{"error":"the content is refused"}');
});

const person = (subscriberId: string) => ({ subscriberId, email: `${subscriberId}@example.com` });

/** Five mails were given up; erin has been reached in the app, by a step that stands in for the mail. */
async function givenUp(): Promise<TestEnvironment> {
  status = 400;
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/mail`);
  await environment.given.workflow("news", [email("Hello")], { name: "News" });
  const onlyIf = { step: "mail", is: "not_delivered" };
  await environment.given.workflow("both", [email("Hello"), { ...inApp("Hello"), onlyIf }], { name: "Both" });
  await environment.trigger("news", ["ada", "bob", "cem", "dora"].map(person));
  await environment.trigger("both", person("erin"));
  await settled(environment);
  provider.calls.length = 0;
  return environment;
}

const open = (environment: TestEnvironment, path = "dead-letters") =>
  openScreen(browser, service, { environment, path });

test("J6: all with one reason are counted first, then exactly these are sent again", async () => {
  const environment = await givenUp();
  const page = await open(environment);
  await page.getByRole("link", { name: "Provider refused the message 5" }).click();
  status = 200;
  await page.getByRole("button", { name: "Send again: all 5…" }).click();
  const dialog = dialogIn(page);
  await dialog.getByText("4 messages would be sent again.").waitFor();
  await dialog.getByText("both: 1 message left out: “inbox” stands in for it and was sent.").waitFor();
  await dialog.getByRole("button", { name: "Send 4 messages again" }).click();
  await dialog.getByText("4 of 4 accepted to be sent again.").waitFor();
  await dialog.getByText("Of these: 4 sent.").waitFor();
  expect(provider.calls).toHaveLength(4);
  await dialog.getByRole("link", { name: "Show what was sent again" }).click();
  await shows(() => page.getByRole("row").count(), 5);
  expect(page.url()).toContain("replay=");
  expect(browser.errorsOf(page)).toEqual([]);
});

test("selected ones alone are sent again, and the list then shows the others", async () => {
  const environment = await givenUp();
  const page = await open(environment);
  status = 200;
  await page.getByRole("checkbox", { name: "Select news, ada" }).check();
  await page.getByRole("checkbox", { name: "Select both, erin" }).check();
  await page.getByText("2 selected").waitFor();
  await page.getByRole("button", { name: "Send again…", exact: true }).click();
  const dialog = dialogIn(page);
  await dialog.getByText("1 message would be sent again.").waitFor();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Send 2 messages again" }).click();
  await dialog.getByText("2 of 2 accepted to be sent again.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await shows(() => page.getByRole("row").count(), 4);
  await settled(environment);
  expect(provider.calls).toHaveLength(2);
});

test("filters are in the address, and without a match they say so", async () => {
  const environment = await givenUp();
  const page = await open(environment, "dead-letters?reason=rejected&channel=email&subscriber=cem");
  await shows(() => page.getByRole("row").count(), 2);
  await page.getByRole("button", { name: "Remove the filter Subscriber" }).click();
  await shows(() => page.getByRole("row").count(), 6);
  await page.getByRole("combobox", { name: "Channel" }).selectOption("sms");
  await page.getByRole("heading", { name: "No dead letter matches" }).waitFor();
  expect(page.url()).toContain("channel=sms");
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await shows(() => page.getByRole("row").count(), 6);
});

test("what is given up while the list is open is announced, and moves no row", async () => {
  const environment = await givenUp();
  const page = await open(environment);
  await shows(() => page.getByRole("row").count(), 6);
  await page
    .getByRole("status")
    .filter({ hasText: "Live" })
    .or(page.getByText("Live", { exact: true }))
    .first()
    .waitFor();
  await environment.trigger("news", person("fred"));
  await settled(environment);
  await page.getByRole("button", { name: "1 newer" }).waitFor();
  expect(await page.getByRole("row").count()).toBe(6);
  await page.getByRole("button", { name: "1 newer" }).click();
  await shows(() => page.getByRole("row").count(), 7);
});

test("a list that cannot be read says why, and nothing is lost of a plan that fails", async () => {
  const page = await open(await givenUp());
  const refusal = { statusCode: 400, message: "The replay is refused", path: "", timestamp: "" };
  await page.route("**/v1/dead-letters/replay", (route) => route.fulfill({ status: 400, json: refusal }));
  await page.getByRole("button", { name: "Send again: all 5…" }).click();
  const dialog = dialogIn(page);
  await dialog.getByText("The replay is refused").waitFor();
  await page.unroute("**/v1/dead-letters/replay");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("4 messages would be sent again.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.route("**/v1/dead-letters?*", (route) => route.fulfill({ status: 400, json: refusal }));
  await page.getByRole("link", { name: "Sent again" }).click();
  await page.getByRole("alert").getByText("The dead letters could not be read").waitFor();
});

test("the screen looks right empty and full, in both themes, on a phone and a desktop", async () => {
  const bare = await open(await frozenAt(service));
  await bare.getByRole("heading", { name: "Nothing was given up" }).waitFor();
  await expectGoodLooks(browser, bare, "dead-letters-empty");
  const page = await open(await givenUp());
  await shows(() => page.getByRole("row").count(), 6);
  await page.getByRole("checkbox", { name: "Select news, ada" }).check();
  await expectGoodLooks(browser, page, "dead-letters");
  await page.getByRole("button", { name: "Send again: all 5…" }).click();
  await page.getByText("would be sent again").waitFor();
  await expectGoodLooks(browser, page, "dead-letters-plan");
});
