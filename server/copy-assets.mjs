// Copies what the service serves into `server/assets`: what the API reference page needs out of swagger-ui-dist, so that
// it runs without that package, the guide, the inbox for web pages, and the dashboard. Part of every build; beside the sources, because
// the path is the same from src/ and dist/.
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const ASSETS = join(import.meta.dirname, "assets");
const INBOX = join(import.meta.dirname, "..", "inbox", "dist", "tidings-inbox.js");
const DASHBOARD = join(import.meta.dirname, "..", "dashboard", "dist");
const GUIDE = join(import.meta.dirname, "..", "docs");

export function copyAssets() {
  const from = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const to = join(ASSETS, "reference");
  mkdirSync(to, { recursive: true });
  for (const name of ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"]) {
    copyFileSync(join(from, name), join(to, name));
  }
  copyFileSync(INBOX, join(ASSETS, "inbox.js"));
  copyFolder(DASHBOARD, "dashboard");
  copyFolder(GUIDE, "guide");
}

function copyFolder(from, name) {
  rmSync(join(ASSETS, name), { recursive: true, force: true });
  if (existsSync(from)) cpSync(from, join(ASSETS, name), { recursive: true });
}
