import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { delay, email, inApp, lasting } from "../../server/testing/steps.ts";
import { settled } from "../../server/testing/test-clock.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { frozenAt } from "../../server/testing/virtual-time.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();

test("the page of a trigger counts its recipients by what became of them, and lists those of a reason", async () => {
  const environment = await frozenAt(service, "2026-11-22T10:08:24.000Z");
  await environment.given.subscriber("ada", { firstName: "Ada", email: "ada@example.com" });
  await environment.given.subscriber("bo", { firstName: "Bo" });
  await environment.given.subscriber("cy", { firstName: "Cy", email: "cy@example.com" });
  await environment.given.preference("cy", { channels: { email: false } });
  await environment.given.workflow("news", [email("<p>Hi</p>")], { name: "News" });
  const to = ["ada", "bo", "cy", { type: "Topic", topicKey: "gone" }];
  const transactionId = await environment.trigger("news", to);
  await settled(environment);
  const page = await openScreen(browser, service, { environment, path: `triggers/${transactionId}` });
  await page.getByRole("heading", { name: "news, 3 recipients", level: 1 }).waitFor();
  await page
    .getByRole("img", { name: /Waiting 0, Delivered 1, Failed 0, Not reachable 1, Skipped 1/ })
    .waitFor();
  await shows(() => page.getByRole("row").count(), 4);
  await expectGoodLooks(browser, page, "trigger-report");
  await page.getByRole("button", { name: /No e-mail address/ }).click();
  await shows(() => page.getByRole("rowheader").allTextContents(), ["Bo"]);
  expect(page.url()).toContain("code=no_email");
  await page.reload();
  await page.getByRole("link", { name: "Bo" }).click();
  await page.getByRole("heading", { name: "Why did Bo not get the e-mail?" }).waitFor();
  expect(browser.errorsOf(page)).toEqual([]);
});

test("“Cancel the rest” asks, and then nothing waits any more", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("later", [delay(lasting(1, "hours")), inApp("Hi")]);
  const transactionId = await environment.trigger("later", ["ada", "bo"]);
  const isWaiting = (report: { waiting: number }) => report.waiting === 2;
  await environment.until(`/v1/events/trigger/${transactionId}`, isWaiting);
  const page = await openScreen(browser, service, { environment, path: `triggers/${transactionId}` });
  await page.getByRole("button", { name: "Cancel the rest…" }).click();
  await page.getByRole("button", { name: "Cancel the rest", exact: true }).click();
  await page
    .getByRole("img", { name: /Waiting 0, Delivered 0, Failed 0, Not reachable 0, Skipped 2/ })
    .waitFor();
  await shows(() => page.getByRole("button", { name: "Cancel the rest…" }).count(), 0);
});
