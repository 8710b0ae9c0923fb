import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";
import { type FoundBrowser, findBrowser } from "./find-browser.ts";
import { NOVU_PAGES } from "./novu-pages.ts";

const CHECKOUT = join(import.meta.dirname, "../../..");
/** Pictures of the pages, for a person; git ignores the folder. */
const SCREENSHOTS = join(CHECKOUT, ".build/screenshots");
const PAGES = join(CHECKOUT, ".build/browser-pages");

declare module "vitest" {
  export interface ProvidedContext {
    browser: FoundBrowser;
    /** The folder for screenshots. */
    screenshots: string;
    /** The folder with the bundled scripts of the pages. */
    browserPages: string;
  }
}

/** Before the browser stories: unpacks the browser, bundles Novu's packages for the pages. */
// biome-ignore lint/style/noDefaultExport: vitest asks for a default export
export default async function setUp(project: TestProject): Promise<() => void> {
  removeFailures();
  const [browser] = await Promise.all([findBrowser(), bundlePages()]);
  project.provide("browser", browser);
  project.provide("screenshots", SCREENSHOTS);
  project.provide("browserPages", PAGES);
  if ("missing" in browser) write(`The browser stories are skipped: no browser can run. ${browser.missing}`);
  return () => {
    if (!("missing" in browser)) write(`Screenshots of the browser stories: ${SCREENSHOTS}`);
  };
}

/** The packages are bundled unchanged, as an application does it. */
async function bundlePages(): Promise<void> {
  await build({
    entryPoints: NOVU_PAGES.map((name) => join(import.meta.dirname, "pages", `${name}.js`)),
    outdir: PAGES,
    bundle: true,
    format: "esm",
    platform: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
}

/** Pictures of stories that failed in an earlier run. */
function removeFailures(): void {
  mkdirSync(SCREENSHOTS, { recursive: true });
  for (const name of readdirSync(SCREENSHOTS).filter((file) => file.startsWith("failed-")))
    rmSync(join(SCREENSHOTS, name));
}

function write(sentence: string): void {
  process.stdout.write(`\n${sentence}\n`);
}
