import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from "playwright-core";
import { runnerImport } from "vite";
import { INSTRUMENTS } from "./instruments.ts";

/** The browser of the stories, which are not part of a build. */
const FIND_BROWSER = fileURLToPath(
  new URL("../../../server/testing/browser/find-browser.ts", import.meta.url),
);
type FoundBrowser = { launch: LaunchOptions } | { missing: string };

const SIZE = { width: 1280, height: 900 };
/** A slow connection and a slow processor, as section 6 of the brief names them: 10 Mbit/s, 40 ms, a quarter of the speed. */
const SLOW = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
const SLOWER = 4;

/** A signed-in browser. */
export type SignedIn = {
  /** A tab of its own window, without a cache. */
  openTab(path: string, isSlow?: boolean): Promise<Page>;
  close(): Promise<void>;
};

/** @throws Error if no browser can run on this machine. */
export async function signIn(link: string): Promise<SignedIn> {
  const { module } = await runnerImport<{ findBrowser: () => Promise<FoundBrowser> }>(FIND_BROWSER, {
    configFile: false,
    logLevel: "error",
  });
  const found = await module.findBrowser();
  if ("missing" in found) throw new Error(`no browser can run: ${found.missing}`);
  const browser = await chromium.launch(found.launch);
  const storageState = await stateAfter(browser, link);
  const { origin } = new URL(link);
  const open: BrowserContext[] = [];
  return {
    openTab: async (path, isSlow = false) => {
      // One window at a time: others would be updated beside it.
      for (const context of open.splice(0)) await context.close();
      const context = await browser.newContext({ storageState, viewport: SIZE, locale: "en-US" });
      open.push(context);
      for (const install of INSTRUMENTS) await context.addInitScript(install);
      const page = await context.newPage();
      if (isSlow) await slowDown(page);
      await page.goto(origin + path, { waitUntil: "commit" });
      return page;
    },
    close: () => browser.close(),
  };
}

async function stateAfter(browser: Browser, link: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole("navigation").first().waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}
