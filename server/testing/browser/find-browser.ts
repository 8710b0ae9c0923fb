import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type LaunchOptions } from "playwright-core";
import { PATIENCE_MS } from "../patience.ts";

/** How to launch the browser of the stories, or why no browser can be launched. */
export type FoundBrowser = { launch: LaunchOptions } | { missing: string };

const CHECKOUT = join(import.meta.dirname, "../../..");
/**
 * No more than this: the other flags that `@sparticuz/chromium` proposes switch web security off and run a
 * single process, and then CORS would not be tested. The resolver rule keeps the browser on loopback.
 */
const ARGS = [
  "--no-sandbox",
  "--hide-scrollbars",
  "--font-render-hinting=none",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

/** Linux x64: the Chromium from npm. Other systems: the installed Chrome. Each candidate is launched once. */
export async function findBrowser(): Promise<FoundBrowser> {
  const reasons: string[] = [];
  for (const launch of candidates()) {
    const reason = await reasonAgainst(launch);
    if (reason === undefined) return { launch };
    reasons.push(reason);
  }
  return { missing: reasons.join(" | ") };
}

function candidates(): LaunchOptions[] {
  if (process.platform !== "linux" || process.arch !== "x64") return [{ channel: "chrome", args: ARGS }];
  const folder = unpackedChromium();
  const executablePath = join(folder, "chromium");
  const withLibraries = { LD_LIBRARY_PATH: join(folder, "al2023/lib") };
  // The unpacked libraries (libnss3, libnspr4, libexpat and others) are used only if the system lacks some.
  return [{}, withLibraries].map((more) => ({
    executablePath,
    args: ARGS,
    env: environmentIn(folder, more),
  }));
}

/**
 * The browser's caches and settings stay in its folder. `FC_FONTATIONS` has the value that Chromium gives it: a thread of
 * Chromium adds the variable while the main thread reads others, which crashed about one launch in 100 on a busy machine.
 */
function environmentIn(folder: string, more: Record<string, string>): Record<string, string> {
  const { PATH = "", TMPDIR } = process.env;
  const home = join(folder, "home");
  const fonts = {
    FONTCONFIG_FILE: join(folder, "fonts/fonts.conf"),
    FC_FONTATIONS: "1",
    HOME: home,
    XDG_CACHE_HOME: home,
  };
  return { PATH, ...(TMPDIR ? { TMPDIR } : {}), ...fonts, ...more };
}

async function reasonAgainst(launch: LaunchOptions): Promise<string | undefined> {
  try {
    await (await chromium.launch({ ...launch, timeout: PATIENCE_MS })).close();
    return undefined;
  } catch (error) {
    const lines = (error as Error).message.split("\n");
    const ofBrowser = lines.find((line) => line.includes("[err]"));
    return (ofBrowser ?? lines[0] ?? "").slice(0, 500);
  }
}

/**
 * The folder with Chromium of the installed version (197 MB), unpacked by the first run. The package unpacks into
 * the directory for temporary files and reuses what is there, also a part of it or another version. So it unpacks
 * into a directory of its own, which is then renamed.
 */
function unpackedChromium(): string {
  const { devDependencies } = JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8"));
  const folder = join(CHECKOUT, `node_modules/.cache/chromium-${devDependencies["@sparticuz/chromium"]}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}.part`;
  mkdirSync(unfinished, { recursive: true });
  // VERCEL makes the package unpack its copies of the system's libraries, too.
  const env = { PATH: process.env.PATH, TMPDIR: unfinished, VERCEL: "1" };
  const script = join(import.meta.dirname, "unpack-chromium.js");
  const run = spawnSync(process.execPath, [script], { env });
  if (run.status !== 0) throw new Error(`Chromium could not be unpacked: ${run.stderr}`);
  writeFileSync(join(unfinished, "fonts/fonts.conf"), fontsIn(folder));
  mkdirSync(join(unfinished, "home"));
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
  return folder;
}

/** The package's own file names directories of the cloud only. */
function fontsIn(folder: string): string {
  const lines = [`<dir>${join(folder, "fonts/fonts")}</dir>`, `<cachedir>${join(folder, "home")}</cachedir>`];
  return `<?xml version="1.0"?>\n<fontconfig>\n${lines.join("\n")}\n</fontconfig>\n`;
}
