import type { Page } from "playwright-core";
import { beforeAll, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { useHttpReceiver } from "../../server/testing/receivers.ts";
import { useSimulatorProgram } from "../../server/testing/simulator-program.ts";
import { settled } from "../../server/testing/test-clock.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { type ScreensWorld, screensWorld } from "../testing/all-screens.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { pressSequence } from "../testing/key-sequence.ts";
import { goTo, openScreen } from "../testing/notification-page.ts";

/** The jobs by the keyboard alone, and by touch on a phone. */

const service = await useTestService();
const browser = useBrowser();
const simulator = await useSimulatorProgram();
let answer = 400;
const gateway = await useHttpReceiver(({ path }, response) => {
  response.writeHead(path === "/mail" ? 200 : answer).end('{"id":"m1"}');
});
let world: ScreensWorld;
beforeAll(async () => {
  world = await screensWorld(service, gateway);
});

const openAt = (path: string) => openScreen(browser, service, { environment: world.environment, path });

/** What has the focus: its name, and whether one sees it. Runs in the page. */
const focusNow = () => {
  const { document, getComputedStyle, innerHeight } = globalThis as any;
  const one = document.activeElement;
  const styles = [one, one.closest("label"), one.nextElementSibling]
    .filter(Boolean)
    .map((each: any) => getComputedStyle(each));
  const hasRing = styles.some(
    (style: any) => style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0,
  );
  const { top, bottom, width } = one.getBoundingClientRect();
  const isInView = bottom > 0 && top < innerHeight && width > 0;
  const label = one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent ?? "";
  return {
    tag: one.tagName as string,
    name: label.trim() as string,
    isSeen: (hasRing && isInView) || one.type === "date",
  };
};

/** Presses Tab until what has this name has the focus; it is seen on the way. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let count = 0; count < 90; count += 1) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(focusNow);
    passed.push(`${focus.tag} ${focus.name.slice(0, 40)}`);
    if (focus.tag !== "BODY" && focus.tag !== "H1" && !focus.isSeen)
      throw new Error(`the focus is not seen on ${passed.at(-1)}`);
    if (name.test(focus.name)) return;
  }
  throw new Error(`${name} was not reached: ${passed.join(" | ")}`);
}

const isSomewhere = (page: Page) => shows(async () => (await page.evaluate(focusNow)).tag !== "BODY", true);
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("J1 by keyboard: from Home to why Ada did not get the SMS", async () => {
  const page = await openAt("");
  await heading(page, "Home").waitFor();
  await page.keyboard.press("Control+k");
  await shows(async () => (await page.evaluate(focusNow)).name, "Find and open");
  await page.keyboard.type("ada");
  await page.getByRole("option", { name: /^Ada/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  const chosen = page.getByRole("option", { selected: true });
  for (let count = 0; count < 8 && !/^Ada/.test((await chosen.textContent()) ?? ""); count += 1)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await heading(page, "Ada").waitFor();
  await isSomewhere(page);
  await page.getByRole("link", { name: /^News/ }).first().waitFor();
  await tabTo(page, /^News/);
  await page.keyboard.press("Enter");
  await heading(page, "News to Ada").waitFor();
  await page.getByText("Gateway rejected the message").first().waitFor();
});

test("J3 by keyboard: SendGrid is connected and a test is sent", async () => {
  const environment = await service.newEnvironment("bare");
  const { credentials } = await simulator.described("sendgrid");
  const page = await openScreen(browser, service, { environment, path: "integrations" });
  await heading(page, "Integrations").waitFor();
  await tabTo(page, /^Connect…$/);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /^SendGrid/ }).waitFor();
  await tabTo(page, /^SendGrid/);
  await page.keyboard.press("Enter");
  await page.getByLabel(/^API key/).waitFor();
  await tabTo(page, /^API key/);
  await page.keyboard.type(credentials.apiKey);
  await tabTo(page, /^From address/);
  await page.keyboard.type("news@example.com");
  await tabTo(page, /^More settings/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^API address/);
  await page.keyboard.type(credentials.baseUrl);
  await page.keyboard.press("Enter");
  await heading(page, "SendGrid").waitFor();
  await isSomewhere(page);
  await page.getByLabel("To", { exact: true }).waitFor();
  await tabTo(page, /^To$/);
  await page.keyboard.type("me@example.com");
  await page.keyboard.press("Enter");
  await page.getByText("The provider has the message").waitFor();
  await isSomewhere(page);
});

test("J4 by keyboard: a test is triggered, and its page follows it", async () => {
  const page = await openAt("notifications");
  await heading(page, "Notifications").waitFor();
  await page.keyboard.press("t");
  await heading(page, "Trigger").waitFor();
  // The field is loaded on demand; the navigation has a link named Workflows.
  await page.getByRole("combobox", { name: "Workflow", exact: true }).waitFor();
  await tabTo(page, /^Workflow$/);
  await page.keyboard.type("Later");
  await page.getByRole("option", { name: /^Later/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await heading(page, "Trigger Later").waitFor();
  await page.getByRole("combobox", { name: /^Add a recipient/ }).waitFor();
  await tabTo(page, /^Add a recipient/);
  await page.keyboard.type("Ben");
  await page.getByRole("option", { name: /^Ben/ }).first().waitFor();
  const lit = page.locator("[role=option][data-highlighted]");
  const isBen = async () => (await lit.allTextContents()).some((text) => text.startsWith("Ben"));
  for (let count = 0; count < 5 && !(await isBen()); count += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove Ben" }).waitFor();
  await page.keyboard.press("Control+Enter");
  await heading(page, "Later to Ben").waitFor();
  await isSomewhere(page);
  await page
    .getByText(/^Waiting/)
    .first()
    .waitFor();
});

test("J5 by keyboard: Home names what fails without a key, and one opens its list", async () => {
  const page = await openAt("");
  await page.getByRole("link", { name: /Gateway: refuses the message/ }).waitFor();
  await tabTo(page, /Gateway: refuses the message/);
  await page.keyboard.press("Enter");
  await heading(page, "Dead letters").waitFor();
  await isSomewhere(page);
});

test("J6 by keyboard: one is selected and sent again, and the focus is never lost", async () => {
  answer = 400;
  const page = await openAt("");
  await heading(page, "Home").waitFor();
  await pressSequence(page, ["g", "d"], /\/dead-letters/);
  await heading(page, "Dead letters").waitFor();
  const rows = page.locator("main tbody tr");
  await rows.first().waitFor();
  const before = await rows.count();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByText("1 selected").waitFor();
  answer = 200;
  await tabTo(page, /^Send again…$/);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Send again" });
  await dialog.getByRole("checkbox").waitFor();
  await tabTo(page, /^Also people who were reached/);
  await page.keyboard.press("Space");
  await dialog.getByRole("button", { name: "Send 1 message again" }).waitFor();
  await tabTo(page, /^Send 1 message again/);
  await page.keyboard.press("Enter");
  await dialog.getByText("1 of 1 accepted to be sent again.").waitFor();
  await dialog.getByText("Of these: 1 sent.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).nth(1).waitFor();
  await isSomewhere(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await shows(() => rows.count(), before - 1);
  await isSomewhere(page);
});

test("the focus comes back after dialogs, and goes on after a row is deleted", async () => {
  const { environment } = world;
  await environment.given.topic("gone", ["ada"]);
  const page = await openAt("topics/gone");
  await heading(page, "gone").waitFor();
  await page
    .getByRole("button", { name: /^Remove/ })
    .first()
    .waitFor();
  await tabTo(page, /^Add/);
  const { name } = await page.evaluate(focusNow);
  await page.keyboard.press("Enter");
  await dialogIn(page).waitFor();
  await page.keyboard.press("Escape");
  await shows(async () => (await page.evaluate(focusNow)).name, name);
  await tabTo(page, /^Remove/);
  await page.keyboard.press("Enter");
  const question = dialogIn(page);
  if (await question.isVisible().catch(() => false)) await page.keyboard.press("Escape");
  await isSomewhere(page);
});

/** A phone: 390 px wide, and only tapped. */
async function openOnPhone(path: string): Promise<Page> {
  const { environment } = world;
  const device = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await browser.visit(`${service.url}/dashboard/`, device);
  await page.getByLabel("Or an API key").fill(environment.apiKey);
  await page.getByRole("button", { name: "Sign in" }).tap();
  await heading(page, "Home").waitFor();
  if (path !== "") await goTo(page, environment, path);
  return page;
}

test("J1 by touch: the search of the top bar finds Ada, and her page says why", async () => {
  // The SMS to Ada or the one to Ben was sent again by keyboard.
  answer = 400;
  await world.environment.trigger("news", "ada");
  await settled(world.environment);
  const page = await openOnPhone("");
  await page.getByRole("button", { name: "Find and open" }).tap();
  await page.getByRole("combobox", { name: "Find and open" }).fill("ada");
  await page.getByRole("option", { name: /^Ada/ }).tap();
  await heading(page, "Ada").waitFor();
  await page.getByRole("link", { name: /^News/ }).first().tap();
  await page.getByText("Gateway rejected the message").first().waitFor();
});

test("J5 and J6 by touch: from what fails at home to sending it again", async () => {
  const page = await openOnPhone("");
  answer = 400;
  await world.environment.trigger("news", "ada");
  await settled(world.environment);
  await page.getByRole("link", { name: /Gateway: refuses the message/ }).tap();
  await heading(page, "Dead letters").waitFor();
  answer = 200;
  await page
    .getByRole("checkbox", { name: /^Select news/ })
    .first()
    .tap();
  await page.getByRole("button", { name: "Send again…", exact: true }).tap();
  const dialog = page.getByRole("dialog", { name: "Send again" });
  await dialog.getByText("Also people who were reached").tap();
  await dialog.getByRole("button", { name: "Send 1 message again" }).tap();
  await dialog.getByText("1 of 1 accepted to be sent again.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().tap();
  await dialog.waitFor({ state: "detached" });
});
