import { expect, test } from "vitest";
import { useBrowser } from "../../server/testing/browser/use-browser.ts";
import { inApp, sms } from "../../server/testing/steps.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { openScreen, pathOf } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();

const stepsOf = (version: number) => [inApp(`Text of version ${version}`), sms("The same in all")];

test("a notification of version 4 shows the text of version 4 after version 6 was saved", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", stepsOf(1), { name: "News" });
  const save = async (version: number) => {
    const { status, body } = await environment.put("/v2/workflows/news", {
      name: "News",
      steps: stepsOf(version),
    });
    expect([status, body.version]).toEqual([200, version]);
  };
  for (const version of [2, 3, 4]) await save(version);
  const transactionId = await environment.trigger("news", "ada");
  await environment.finished(transactionId);
  for (const version of [5, 6]) await save(version);
  const path = await pathOf(environment, transactionId);
  const page = await openScreen(browser, service, { environment, path: `${path}?step=inbox` });
  await page.getByText("news, version 4").waitFor();
  const panel = page.getByRole("complementary", { name: "Step inbox" });
  await panel.frameLocator("iframe").getByText("Text of version 4").waitFor();
  await panel.getByRole("tab", { name: "Step as it was" }).click();
  await panel.getByText("Text of version 4").waitFor();
  await panel.getByText("It differs from today’s version 6.").waitFor();
  await browser.photograph(page, "notification-step-as-it-was");
  await page.getByRole("button", { name: "text", exact: true }).click();
  const other = page.getByRole("complementary", { name: "Step text" });
  await other.getByText("The same in all").waitFor();
  expect(await other.getByText(/It differs/).count()).toBe(0);
  await page.getByRole("button", { name: "inbox", exact: true }).click();
  await panel.getByRole("link", { name: "Compare with version 4" }).click();
  await page.waitForURL(/workflows\/news\/versions\?compare=4\.\.6/);
  await page.getByText("Text of version 6").first().waitFor();
  expect(browser.errorsOf(page)).toEqual([]);
});
