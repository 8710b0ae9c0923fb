import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../../server/testing/browser/use-browser.ts";
import { PATIENCE_MS } from "../../server/testing/patience.ts";
import { useHttpReceiver } from "../../server/testing/receivers.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { onEveryScreen, screensWorld } from "../testing/all-screens.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { goTo, openScreen } from "../testing/notification-page.ts";

/** What "Copy as…" gives, pasted into a shell with the key of the environment. */

const service = await useTestService();
const browser = useBrowser();
const gateway = await useHttpReceiver(({ path }, response) => {
  response.writeHead(path === "/mail" ? 200 : 400).end('{"id":"m1"}');
});

const run = promisify(execFile);
const menu = (page: Page) => page.getByRole("button", { name: "Copy as…" }).last();

async function copiedCurl(page: Page): Promise<string> {
  await menu(page).click();
  await page.getByRole("menuitem", { name: "curl" }).click();
  return page.evaluate<string>("navigator.clipboard.readText()");
}

/** The status of the answer, after the body. */
async function statusOf(command: string, apiKey: string): Promise<string | undefined> {
  const script = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }\n${command}`;
  const env = { PATH: process.env.PATH, TIDINGS_API_KEY: apiKey };
  const { stdout } = await run("bash", ["-c", script], { env, timeout: PATIENCE_MS });
  return stdout.trim().split("\n").at(-1);
}

test("every form and detail copies as curl that does the same in a shell with the key", async () => {
  const world = await screensWorld(service, gateway);
  const { environment } = world;
  const page = await openScreen(browser, service, { environment, path: "" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const [statuses, without]: [Record<string, string | undefined>, string[]] = [{}, []];
  await onEveryScreen(page, world, async (path) => {
    if ((await menu(page).count()) === 0) without.push(path);
    else {
      const command = await copiedCurl(page);
      expect(command).not.toContain(environment.apiKey);
      statuses[path] = await statusOf(command, environment.apiKey);
    }
  });
  const ofForms = Object.entries(statuses).filter(([, status]) => status !== "200");
  // The forms of a provider and of a test message are empty.
  expect(
    ofForms.map(([path, status]) => [path.split("?")[0]?.replace(/[0-9a-f]{24}/, "<id>"), status]),
  ).toEqual([
    ["workflows/news/trigger", "201"],
    ["integrations/<id>", expect.stringMatching(/^4\d\d$/)],
    ["integrations/~connect", expect.stringMatching(/^4\d\d$/)],
  ]);
  const choices = ["", "trigger", "integrations/~connect"];
  const own = ["settings/sessions", "settings/appearance", "settings/about"];
  expect(without.filter((path) => !path.startsWith("workflows/"))).toEqual([...choices, ...own]);
});

test("the forms of a new subscriber and a new topic copy what was typed", async () => {
  const environment = await service.newEnvironment();
  const page = await openScreen(browser, service, { environment, path: "subscribers" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "New…" }).click();
  await page.getByLabel("Id", { exact: true }).fill("tip");
  await page.getByLabel("First name").fill('O\'Neill "Tip" $HOME `x`');
  expect(await statusOf(await copiedCurl(page), environment.apiKey)).toBe("201");
  expect((await environment.get("/v2/subscribers/tip")).body.firstName).toBe('O\'Neill "Tip" $HOME `x`');

  await goTo(page, environment, "topics");
  await page.getByRole("button", { name: "New…" }).click();
  // The list behind the dialog has fields with the same names.
  await dialogIn(page).getByLabel("Key", { exact: true }).fill("crew");
  await dialogIn(page).getByLabel("Name").fill("The crew");
  expect(await statusOf(await copiedCurl(page), environment.apiKey)).toBe("201");
  expect((await environment.get("/v2/topics/crew")).status).toBe(200);
});
