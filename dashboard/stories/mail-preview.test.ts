import { createServer, type Server } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { email } from "../../server/testing/steps.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { goTo, openScreen, pathOf } from "../testing/notification-page.ts";

/** The HTML of a mail does not choose what its preview may load. */

const service = await useTestService();
const browser = useBrowser();

/** The server of the pictures: connections are enough to tell a sender that the mail is read. */
let pictures: Server;
let connections = 0;
beforeAll(async () => {
  pictures = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => pictures.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => pictures.close(resolve)));

const pictureUrl = () => `https://127.0.0.1:${(pictures.address() as { port: number }).port}/pixel.png`;

const PREVIEW = "/dashboard/preview";

/** Whatever the frame has begun to load is asked for before the answers to these requests are read. */
async function roundTrips(page: Page): Promise<void> {
  for (let n = 0; n < 5; n += 1) await page.evaluate("fetch('/dashboard/session').then((one) => one.text())");
}

/** Opens the page of a mail with this HTML. */
async function openMail(html: string) {
  const environment = await service.newEnvironment();
  await environment.given.subscriber("ada", { email: "ada@example.com" });
  await environment.given.workflow("offer", [
    email(html, { subject: "Offer", disableOutputSanitization: true }),
  ]);
  const transactionId = await environment.trigger("offer", "ada");
  await environment.finished(transactionId);
  connections = 0;
  const path = await pathOf(environment, transactionId);
  const page = await openScreen(browser, service, { environment, path: "messages" });
  let loads = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === PREVIEW) loads += 1;
  });
  await goTo(page, environment, path);
  return { page, loads: () => loads };
}

const shownIn = (page: Page) => page.frameLocator("iframe").getByText("Hello from the mail");

const REFRESH = `<meta http-equiv="refresh" content="0;url=`;
const ATTACKS: readonly [string, string][] = [
  ["nothing more", ""],
  ["a refresh to the preview with pictures", `${REFRESH}${PREVIEW}?pictures=remote">`],
  ["a refresh to itself", `${REFRESH}${PREVIEW}">`],
  ["a refresh in a noscript", `<noscript>${REFRESH}${PREVIEW}?pictures=remote"></noscript>`],
  ["a policy of its own", `<meta http-equiv="content-security-policy" content="img-src *">`],
  ["a base", `<base href="https://127.0.0.1/">`],
  [
    "links",
    `<link rel="icon" href="PICTURE"><link rel="preload" as="image" href="PICTURE"><link rel="stylesheet" href="PICTURE">`,
  ],
];

test.each(ATTACKS)(
  "a mail with a picture and %s: no connection to the picture's server, one load",
  async (_, attack) => {
    const url = pictureUrl();
    const html = `<html><head>${attack.replaceAll("PICTURE", url)}</head><body><p>Hello from the mail</p>
    <img src="${url}" alt="pixel"><div style="background:url(${url})">${attack.replaceAll("PICTURE", url)}</div></body></html>`;
    const { page, loads } = await openMail(html);
    await shownIn(page).waitFor();
    await roundTrips(page);
    await shownIn(page).waitFor();
    expect([connections, loads()]).toEqual([0, 1]);
  },
);

test("a link of the mail to the preview itself: what it loads stays empty and fetches nothing", async () => {
  const html = `<p>Hello from the mail</p><a href="${PREVIEW}?pictures=remote">more</a><img src="${pictureUrl()}">`;
  const { page, loads } = await openMail(html);
  await shownIn(page).waitFor();
  await page.frameLocator("iframe").getByText("more").click();
  await shows(() => shownIn(page).count(), 0);
  await roundTrips(page);
  expect([connections, loads()]).toEqual([0, 2]);
});

const withPicture = () => `<p>Hello from the mail</p><img src="${pictureUrl()}">`;

test("the page of a mail looks good, and connects to no picture's server", async () => {
  const { page } = await openMail(withPicture());
  await shownIn(page).waitFor();
  await expectGoodLooks(browser, page, "mail-preview");
  expect(connections).toBe(0);
});

test("a person allows the pictures of this mail: a new frame loads them", async () => {
  const { page, loads } = await openMail(withPicture());
  await shownIn(page).waitFor();
  expect([connections, loads()]).toEqual([0, 1]);
  await page.getByRole("button", { name: "Show remote pictures" }).click();
  await shows(() => connections > 0, true);
  await shownIn(page).waitFor();
  expect(loads()).toBe(2);
  expect(await page.getByRole("button", { name: "Show remote pictures" }).count()).toBe(0);
});
