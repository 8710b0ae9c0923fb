import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import { PATIENCE_MS } from "../patience.ts";

/** A browser for the tests of one file. */
export type TestBrowser = {
  /**
   * Opens an address in a new window with its own storage, in the zone UTC; closed after the test. `device`: another
   * zone, or a phone.
   */
  visit(url: string, device?: BrowserContextOptions): Promise<Page>;
  /** Opens an address in another tab of the page's window. */
  visitBeside(page: Page, url: string): Promise<Page>;
  /**
   * Waits until the page has connected for live events for the first time, or this often. (Tabs of one window may share
   * the connection of one of them.)
   */
  connected(page: Page, times?: number): Promise<void>;
  /** What the browser has reported as errors of the page. */
  errorsOf(page: Page): readonly string[];
  /** Writes a picture into the folder for screenshots. */
  photograph(page: Page, name: string): Promise<void>;
};

const SIZE = { width: 900, height: 760 };

/** Launches the browser before the first test, and closes it after the last one. Without a browser, skips all tests. */
export function useBrowser(): TestBrowser {
  const contexts: BrowserContext[] = [];
  const found = inject("browser");
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (!("missing" in found)) browser = await chromium.launch({ ...found.launch, timeout: PATIENCE_MS });
  });
  beforeEach(({ skip }) => skip("missing" in found, "no browser can run"));
  afterEach(async ({ task }) => {
    const pages = contexts.flatMap((context) => context.pages());
    if (task.result?.state === "fail")
      await Promise.all(pages.map((page, at) => report(page, task.name, at)));
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(() => browser?.close());
  return {
    visit: async (url, device = {}) => {
      if (!browser) throw new Error("the browser was not launched");
      const settings = { viewport: SIZE, locale: "en-US", timezoneId: "UTC", ...device };
      const context = await browser.newContext(settings);
      context.setDefaultTimeout(PATIENCE_MS);
      contexts.push(context);
      return visited(await context.newPage(), url);
    },
    visitBeside: async (page, url) => visited(await page.context().newPage(), url),
    connected: (page, times = 1) => shows(() => (connections.get(page) ?? 0) >= times, true),
    errorsOf: (page) => errors.get(page) ?? [],
    photograph,
  };
}

/** How often a page has connected for live events. */
const connections = new WeakMap<Page, number>();
const errors = new WeakMap<Page, string[]>();

async function visited(page: Page, url: string): Promise<Page> {
  const connected = () => connections.set(page, (connections.get(page) ?? 0) + 1);
  const own: string[] = [];
  errors.set(page, own);
  page.on("pageerror", ({ message }) => own.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") own.push(message.text());
  });
  page.on("websocket", (socket) =>
    // Socket.IO confirms a connection to its namespace by a frame that begins with 40.
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).startsWith("40")) connected();
    }),
  );
  page.on("response", (response) => {
    if (new URL(response.url()).pathname === "/v1/inbox/stream" && response.ok()) connected();
  });
  await page.goto(url);
  return page;
}

async function photograph(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(inject("screenshots"), `${name}.png`), animations: "disabled" });
}

/** Of a failed story: a picture of the page, and what the browser reported as errors. */
async function report(page: Page, title: string, at: number): Promise<void> {
  await photograph(page, `failed-${title.replace(/[^A-Za-z0-9]+/g, "-").slice(0, 80)}-${at}`);
  for (const error of errors.get(page) ?? []) process.stderr.write(`${page.url()}: ${error}\n`);
}

/** Polls until the page or the database shows what is expected. */
export async function shows<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  await expect.poll(read, { timeout: PATIENCE_MS, interval: 50 }).toEqual(expected);
}
