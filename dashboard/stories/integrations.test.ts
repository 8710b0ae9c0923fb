import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { ada } from "../../server/testing/given.ts";
import { status, useScriptedProvider } from "../../server/testing/scripted-provider.ts";
import { useSimulatorProgram } from "../../server/testing/simulator-program.ts";
import { sms } from "../../server/testing/steps.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();
const simulator = await useSimulatorProgram();
const provider = await useScriptedProvider();

test("J3: SendGrid is connected in three clicks after its choice, a wrong key says why, a test arrives", async () => {
  const environment = await service.newEnvironment("bare");
  const { credentials } = await simulator.described("sendgrid");
  const page = await openScreen(browser, service, { environment, path: "integrations" });
  await page.getByRole("link", { name: "Connect…" }).click();
  await page.getByRole("link", { name: "SendGrid E-mail" }).click();
  await page.getByLabel("API key", { exact: true }).fill("SG.wrong-and-secret");
  await page.getByLabel(/^From address/).fill("news@example.com");
  await page.getByText("More settings").click();
  await page.getByLabel("API address (optional)").fill(credentials.baseUrl);
  await page.getByRole("button", { name: "Check and save" }).click();
  await page.getByText(/SendGrid did not confirm the credentials\. .*401/).waitFor();
  await expectGoodLooks(browser, page, "integrations-connect-refused");
  expect((await environment.get("/v1/integrations")).body).toEqual([]);

  await page.getByLabel("API key", { exact: true }).fill(credentials.apiKey);
  await page.getByRole("button", { name: "Check and save" }).click();
  await page.getByRole("heading", { name: "SendGrid", level: 1 }).waitFor();
  await page.getByLabel("To", { exact: true }).fill("me@example.com");
  await page.getByRole("button", { name: "Send test" }).click();
  await page.getByText("The provider has the message").waitFor();
  await simulator.shows(/sendgrid {2}me@example\.com/);
  await expectGoodLooks(browser, page, "integration-tested");
  const stored = await page.evaluate("JSON.stringify({ ...localStorage }) + location.href");
  expect(stored).not.toContain("SG.");
  expect(await page.content()).not.toContain(credentials.apiKey);
});

test("secrets are dots: untouched they stay stored, replaced they change", async () => {
  const environment = await service.newEnvironment("bare");
  const { credentials } = await simulator.described("sendgrid");
  const body = { providerId: "sendgrid", channel: "email", name: "Shop", active: true, credentials };
  const { _id } = (await environment.post("/v1/integrations", { ...body, check: true })).body;
  const page = await openScreen(browser, service, { environment, path: `integrations/${_id}` });
  expect(await page.getByLabel("API key", { exact: true }).inputValue()).toBe("••••••••");
  expect(await page.content()).not.toContain(credentials.apiKey);

  await page.getByLabel(/^From address/).fill("shop@example.com");
  await page.getByRole("button", { name: "Check and save" }).click();
  await page.getByText("SendGrid accepts the credentials.").waitFor();
  await shows(() => page.getByLabel(/^From address/).inputValue(), "shop@example.com");
  const read = async () => (await environment.get("/v1/integrations")).body[0].credentials;
  expect(await read()).toMatchObject({ apiKey: "••••••••", from: "shop@example.com" });

  await page.getByRole("button", { name: "Replace: API key" }).click();
  await page.getByLabel("API key", { exact: true }).fill("SG.wrong");
  await page.getByRole("button", { name: "Check and save" }).click();
  await page
    .getByRole("alert")
    .getByText(/did not confirm/)
    .waitFor();
  await page.getByRole("button", { name: "Keep the stored one: API key" }).click();
  await page.getByRole("button", { name: "Check and save" }).click();
  await shows(() => page.getByRole("alert").count(), 0);
  expect(browser.errorsOf(page).filter((error) => !error.includes("400"))).toEqual([]);
});

test("a provider that keeps failing is shown with its answer; its circuit breaker can be closed", async () => {
  const environment = await service.newEnvironment("bare");
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}/sms`, {
    name: "Gateway",
  });
  await environment.given.workflow("otp", [sms("Code")]);
  const page = await openScreen(browser, service, { environment, path: "integrations" });
  await page.getByText("Not used yet").waitFor();
  await page.getByRole("heading", { name: "Push" }).waitFor();
  await shows(() => page.getByText("Nothing connected.").count(), 4);

  provider.script("/sms", ...Array.from({ length: 40 }, () => status(503)));
  for (let n = 0; n < 12; n += 1) await environment.trigger("otp", { ...ada, subscriberId: `s${n}` });
  await page.getByText("Breaker open").waitFor();
  await page.getByText("The provider answered with status 503.").waitFor();
  await expectGoodLooks(browser, page, "integrations");

  await page.getByRole("link", { name: "Repair: Gateway" }).click();
  await page.getByText(/The circuit breaker is open/).waitFor();
  await expectGoodLooks(browser, page, "integration-breaker");
  provider.reset();
  await page.getByRole("button", { name: "Close now" }).click();
  await page.getByText("The provider is called again").waitFor();
  await shows(async () => (await environment.get("/v1/integrations")).body[0].breaker?.openUntil, undefined);
  expect(_id).toBeDefined();
});

test("an integration is switched off and on, made the primary one, and deleted after a question", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.integration("generic-sms", `${provider.url}/a`, { name: "First" });
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}/b`, { name: "Second" });
  const page = await openScreen(browser, service, { environment, path: `integrations/${_id}` });
  const read = async () =>
    (await environment.get("/v1/integrations")).body.find((one: any) => one._id === _id);
  await page.getByRole("button", { name: "Make primary" }).click();
  await shows(async () => (await read()).primary, true);
  await page.getByRole("button", { name: "Switch off" }).click();
  await dialogIn(page).getByRole("button", { name: "Switch off" }).click();
  await shows(async () => (await read()).active, false);
  await page.getByRole("button", { name: "Switch on" }).click();
  await shows(async () => (await read()).active, true);
  await page.getByRole("button", { name: "Delete" }).click();
  await dialogIn(page).getByRole("button", { name: "Cancel" }).click();
  expect(await read()).toBeDefined();
  await page.getByRole("button", { name: "Delete" }).click();
  await dialogIn(page).getByRole("button", { name: "Delete" }).click();
  await shows(read, undefined);
  await page.getByRole("heading", { name: "Integrations", level: 1 }).waitFor();
});

test("all providers can be found by name and channel; those that only can be stored are no links", async () => {
  const environment = await service.newEnvironment("bare");
  const page = await openScreen(browser, service, { environment, path: "integrations/~connect?channel=sms" });
  await page.getByRole("link", { name: "Twilio SMS" }).waitFor();
  expect(await page.getByText("SendGrid").count()).toBe(0);
  await page.getByRole("link", { name: "All channels" }).click();
  await page.getByLabel("Search for a provider").fill("sendgrid");
  await shows(() => page.getByRole("list", { name: "Providers" }).getByRole("listitem").count(), 1);
  await page.getByLabel("Search for a provider").fill("");
  expect(await page.getByText(/Can be stored only/).count()).toBeGreaterThan(0);
  expect(await page.getByRole("link", { name: /Can be stored only/ }).count()).toBe(0);
  await expectGoodLooks(browser, page, "integrations-connect");
});
