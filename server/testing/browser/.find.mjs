// server/testing/browser/find-browser.ts
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

var CHECKOUT = join(import.meta.dirname, "../../..");
var ARGS = [
  "--no-sandbox",
  "--hide-scrollbars",
  "--font-render-hinting=none",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];
async function findBrowser() {
  const reasons = [];
  for (const launch of candidates()) {
    const reason = await reasonAgainst(launch);
    if (reason === void 0) return { launch };
    reasons.push(reason);
  }
  return { missing: reasons.join(" | ") };
}
function candidates() {
  if (process.platform !== "linux" || process.arch !== "x64") return [{ channel: "chrome", args: ARGS }];
  const folder = unpackedChromium();
  const executablePath = join(folder, "chromium");
  const withLibraries = { LD_LIBRARY_PATH: join(folder, "al2023/lib") };
  return [{}, withLibraries].map((more) => ({
    executablePath,
    args: ARGS,
    env: environmentIn(folder, more),
  }));
}
function environmentIn(folder, more) {
  const { PATH = "", TMPDIR } = process.env;
  const home = join(folder, "home");
  const fonts = { FONTCONFIG_FILE: join(folder, "fonts/fonts.conf"), HOME: home, XDG_CACHE_HOME: home };
  return { PATH, ...(TMPDIR ? { TMPDIR } : {}), ...fonts, ...more };
}
async function reasonAgainst(launch) {
  try {
    await (await chromium.launch(launch)).close();
    return void 0;
  } catch (error) {
    const lines = error.message.split("\n");
    const ofBrowser = lines.find((line) => line.includes("[err]"));
    return (ofBrowser ?? lines[0] ?? "").slice(0, 500);
  }
}
function unpackedChromium() {
  const { devDependencies } = JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8"));
  const folder = join(CHECKOUT, `node_modules/.cache/chromium-${devDependencies["@sparticuz/chromium"]}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}.part`;
  mkdirSync(unfinished, { recursive: true });
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
function fontsIn(folder) {
  const lines = [`<dir>${join(folder, "fonts/fonts")}</dir>`, `<cachedir>${join(folder, "home")}</cachedir>`];
  return `<?xml version="1.0"?>
<fontconfig>
${lines.join("\n")}
</fontconfig>
`;
}

export { findBrowser };
