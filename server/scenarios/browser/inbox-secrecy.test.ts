import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type InboxWorld, inboxWorld } from "../../testing/browser/inbox-world.ts";
import { INBOXES, type InboxOptions } from "../../testing/browser/inboxes.ts";
import { usePageServer } from "../../testing/browser/page-server.ts";
import { shows, useBrowser } from "../../testing/browser/use-browser.ts";
import { useTestService } from "../../testing/test-service.ts";

/** What a page must not show, and must not run. */

const service = await useTestService();
const pages = await usePageServer();
const browser = useBrowser();

const optionsOf = ({ applicationIdentifier }: InboxWorld): InboxOptions => ({
  url: service.url,
  applicationIdentifier,
  subscriberId: "ada",
});

/** Makes the environment's inbox accept only subscribers whose id an API key has signed. */
async function demandHashes({ environment }: InboxWorld): Promise<void> {
  const { body } = await environment.get("/v1/integrations");
  const { _id } = body.find(({ channel }: any) => channel === "in_app");
  const { status } = await environment.put(`/v1/integrations/${_id}`, { credentials: { hmac: true } });
  expect(status).toBe(200);
}

describe.each(INBOXES)("$name", (kind) => {
  test("given an environment that demands hashes, only the right hash opens the inbox", async () => {
    const world = await inboxWorld(service);
    await world.notify(["Private"]);
    await demandHashes(world);
    const subscriberHash = createHmac("sha256", world.environment.apiKey).update("ada").digest("hex");
    const wrong = createHmac("sha256", "another key").update("ada").digest("hex");
    for (const more of [{}, { subscriberHash: wrong }]) {
      const address = kind.address(pages, { ...optionsOf(world), ...more });
      const page = await browser.visit(pages.url);
      const refused = page.waitForResponse((response) => response.status() === 401);
      await page.goto(address);
      expect((await refused).url()).toBe(`${service.url}/v1/inbox/session`);
      const inbox = kind.on(page);
      await inbox.open();
      expect(await inbox.subjects()).toEqual([]);
      expect(await inbox.isMarked()).toBe(false);
    }
    const inbox = kind.on(await browser.visit(kind.address(pages, { ...optionsOf(world), subscriberHash })));
    await inbox.open();
    await shows(inbox.subjects, ["Private"]);
  });

  test("scripts in the values of a notification do not run", async () => {
    const world = await inboxWorld(service);
    const attack = '<img src="x" onerror="window.attacked = true"><script>window.attacked = true</script>';
    await world.notify([`Look ${attack}`]);
    const inbox = kind.on(await browser.visit(kind.address(pages, optionsOf(world))));
    await inbox.open();
    await shows(async () => (await inbox.subjects()).length, 1);
    expect((await inbox.subjects())[0]).toMatch(/^Look/);
    await browser.photograph(inbox.page, `${kind.slug}-attack`);
    expect(await inbox.page.evaluate(() => (globalThis as any).attacked)).toBeUndefined();
    expect(await inbox.page.locator("img[src=x]").count()).toBe(0);
  });

  test("quotes and apostrophes in values are shown as such", async () => {
    const world = await inboxWorld(service);
    await world.notify([`It's "here"`]);
    const inbox = kind.on(await browser.visit(kind.address(pages, optionsOf(world))));
    await inbox.open();
    await shows(inbox.subjects, [`It's "here"`]);
  });

  test("the browser asks only the service and the page's own server", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First"]);
    const page = await browser.visit(pages.url);
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    page.on("websocket", (socket) => hosts.add(new URL(socket.url()).host));
    await page.goto(kind.address(pages, optionsOf(world)));
    const inbox = kind.on(page);
    await inbox.open();
    await shows(inbox.subjects, ["First"]);
    await shows(() => world.stored("seen"), ["First"]);
    expect([...hosts].filter(Boolean).toSorted()).toEqual(
      [service.url, pages.url].map((url) => new URL(url).host).toSorted(),
    );
  });
});

test("a page of another origin can call operations of the inbox, but none with an API key", async () => {
  const { environment } = await inboxWorld(service);
  const page = await browser.visit(pages.page(""));
  const call = (path: string, headers: object) =>
    page.evaluate(({ url, init }) => fetch(url, init).then((response) => response.status, String), {
      url: service.url + path,
      init: { headers: { ...headers } },
    });
  const authorization = `ApiKey ${environment.apiKey}`;
  expect(await call("/v1/inbox/notifications", { authorization: "Bearer none" })).toBe(401);
  expect(await call("/v2/subscribers", { authorization })).toBe("TypeError: Failed to fetch");
  expect((await environment.get("/v2/subscribers")).status).toBe(200);
});
