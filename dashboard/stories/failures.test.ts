import { expect, test } from "vitest";
import { useBrowser } from "../../server/testing/browser/use-browser.ts";
import { inApp } from "../../server/testing/steps.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();

async function open() {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("Hello")]);
  await environment.trigger("news", "ada");
  const page = await openScreen(browser, service, { environment, path: "notifications" });
  await page.getByRole("row", { name: /news/ }).waitFor();
  return page;
}

test("a list that cannot be read says why, with the id of the request, and tries again", async () => {
  const page = await open();
  const refusal = { statusCode: 503, message: "Too many requests at once", path: "", timestamp: "" };
  const headers = { "retry-after": "31", "x-request-id": "request-1" };
  await page.route("**/v1/notifications?*", (route) =>
    route.fulfill({ status: 503, headers, json: refusal }),
  );
  await page.getByRole("link", { name: "Waiting" }).click();
  const alert = page.getByRole("alert");
  await alert.getByText("Too many requests at once").waitFor();
  await alert.getByText("request-1").waitFor();
  expect(await alert.getByRole("button", { name: /^Try again in \d+ s$/ }).isDisabled()).toBe(true);

  await page.unroute("**/v1/notifications?*");
  await page.getByRole("link", { name: "All", exact: true }).click();
  await page.getByRole("row", { name: /news/ }).waitFor();
});

test("a file that is missing after an upgrade takes no word that was typed", async () => {
  const page = await open();
  await page.route("**/palette-dialog-*.js", (route) => route.abort());
  await page.getByRole("searchbox").fill("what was typed");
  await page.keyboard.press("Control+k");
  await page.getByText("A part of this page could not be loaded").waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("what was typed");
});

test("without a stream the page says so, and still follows", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("Hello")]);
  await environment.finished(await environment.trigger("news", "ada"));
  const page = await openScreen(browser, service, { environment, path: "notifications" });
  await page.route("**/dashboard/live?*", (route) => route.abort());
  await page.reload();
  await page.getByText("Not live, looking every 5 s").waitFor();
  await page.getByRole("row", { name: /ada/ }).waitFor();
  await environment.trigger("news", "ben");
  await page.getByRole("button", { name: "1 newer" }).waitFor();
});
