import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { useHttpReceiver } from "../../server/testing/receivers.ts";
import { email } from "../../server/testing/steps.ts";
import { settled } from "../../server/testing/test-clock.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { frozenAt } from "../../server/testing/virtual-time.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { goTo, openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();
const provider = await useHttpReceiver((_call, response) => response.writeHead(400).end("{}"));

test("the rail folds to its icons, stays so, and is folded by itself beside the editor", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/mail`);
  await environment.given.workflow("news", [email("Hello")]);
  await environment.trigger("news", { subscriberId: "ada", email: "ada@example.com" });
  await settled(environment);
  const page = await openScreen(browser, service, { environment, path: "topics" });
  const widthOfRail = () =>
    page.locator("header:has(nav[aria-label=Screens])").evaluate((rail) => rail.clientWidth);
  const fold = page.getByRole("button", { name: "Fold the list of screens" });
  await page.getByRole("link", { name: "Dead letters 1" }).waitFor();
  expect(await widthOfRail()).toBeGreaterThan(200);
  await fold.click();
  await shows(widthOfRail, 55);
  await expectGoodLooks(browser, page, "rail-folded");
  await page.reload();
  await page.getByRole("link", { name: "Subscribers" }).click();
  await page.getByRole("heading", { level: 1, name: "Subscribers" }).waitFor();
  expect(await widthOfRail()).toBe(55);
  await fold.click();
  await shows(widthOfRail, 215);

  await goTo(page, environment, "workflows/news");
  await shows(widthOfRail, 55);
  await fold.click();
  await shows(widthOfRail, 215);
  await page.getByRole("link", { name: "Topics" }).click();
  await page.getByRole("heading", { level: 1, name: "Topics" }).waitFor();
  expect(await widthOfRail()).toBe(215);
  expect(browser.errorsOf(page)).toEqual([]);
});
