import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { ada } from "../../server/testing/given.ts";
import { ok, status, useScriptedProvider } from "../../server/testing/scripted-provider.ts";
import { email, sms } from "../../server/testing/steps.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();
const provider = await useScriptedProvider();

const failing = (count: number) => Array.from({ length: count }, () => status(503));

test("J5: a provider that answers 503 is named with what waits for it, and goes when it has recovered", async () => {
  const environment = await service.newEnvironment("bare");
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}/sms`, {
    name: "Gateway",
  });
  await environment.given.workflow("otp", [sms("Code")]);
  const page = await openScreen(browser, service, { environment, path: "" });
  await page.getByRole("heading", { name: "Nothing needs attention" }).waitFor();
  provider.script("/sms", ...failing(200));
  for (let n = 0; n < 8; n += 1) await environment.trigger("otp", { ...ada, subscriberId: `s${n}` });
  await page.getByRole("heading", { name: /needs? attention$/ }).waitFor();
  const held = page.getByRole("link", { name: /Gateway keeps failing/ });
  await held.getByText("The provider answered with status 503.").waitFor();
  await held.getByText("8 messages wait").waitFor();
  await expectGoodLooks(browser, page, "home-attention");

  provider.reset();
  provider.script("/sms", ok);
  const recovered = page.getByRole("heading", { name: "Nothing needs attention" });
  await environment.post(`/v1/integrations/${_id}/close-breaker`, {});
  await recovered.waitFor();
  expect(browser.errorsOf(page)).toEqual([]);
});

test("messages given up and texts that cannot be made are grouped, each leads to its list", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.integration("generic-sms", `${provider.url}/sms`, { name: "Gateway" });
  await environment.given.integration("email-webhook", `${provider.url}/mail`, { name: "Mail" });
  await environment.given.workflow("otp", [sms("Code")]);
  await environment.given.workflow("news", [email("{{ payload.name | nofilter }}")]);
  provider.script("/sms", ...Array.from({ length: 9 }, () => status(400)));
  for (let n = 0; n < 2; n += 1) await environment.finished(await environment.trigger("otp", ada));
  await environment.finished(await environment.trigger("news", ada));
  const page = await openScreen(browser, service, { environment, path: "" });
  await page.getByRole("heading", { name: "2 things need attention" }).waitFor();
  await page
    .getByRole("link", { name: /news .*Message content could not be generated.*1 notification/s })
    .click();
  await page.waitForURL(/notifications\?attention=true&code=content_failed&workflow=news/);
  await shows(() => page.getByRole("row").count(), 2);
  await page.goBack();
  await page.getByRole("link", { name: /Gateway: refuses the message.*2 messages given up/s }).click();
  await shows(() => page.getByRole("row").count(), 3);
});

test("a new environment leads through its first steps", async () => {
  const environment = await service.newEnvironment("furnished");
  const page = await openScreen(browser, service, { environment, path: "" });
  await page.getByText("Send the sample workflow to yourself").waitFor();
  await page.getByRole("heading", { name: "No notifications yet" }).waitFor();
  await expectGoodLooks(browser, page, "home-new");
  await page.getByRole("button", { name: "Send it" }).click();
  await page.waitForURL(/\/triggers\//);
  await page.goBack();
  await page.getByText("Done: Send the sample workflow to yourself").waitFor();
  await page.getByText("Done: See it arrive").waitFor();
  await page.getByRole("row", { name: /welcome/ }).waitFor();
  await page.getByRole("button", { name: "Hide" }).click();
  await shows(() => page.getByText("First steps").count(), 0);
  await page.reload();
  await page.getByRole("row", { name: /welcome/ }).waitFor();
  expect(await page.getByText("First steps").count()).toBe(0);
});
