// Builds only what `tidings` runs: contract, client and server, each without a look at its types (`npm run check` and
// `npm run build` look at them) and only where something changed. A workspace says in `dist/.built` from which files its
// build was made; deleting a `dist` therefore builds it again.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyAssets } from "../server/copy-assets.mjs";

const ROOT = join(import.meta.dirname, "..");
const WORKSPACES = ["contract", "client", "server"];
const ASSETS = join(ROOT, "server", "assets", "reference");
const COMPILER = join(ROOT, "node_modules", "typescript", "package.json");
// Each file is compiled by itself: no types, no declarations, no look at other workspaces.
const QUICKLY = ["--noCheck", "--composite", "false", "--declaration", "false", "--incremental", "false"];

/**
 * Builds what is not up to date; `say` gets one sentence before something is built. Without the compiler (`npm ci
 * --omit=dev`) what was built before runs as it is.
 */
export async function buildRuntime(say) {
  if (!existsSync(COMPILER)) return;
  const stale = WORKSPACES.filter((workspace) => !isBuilt(workspace));
  if (stale.length === 0 && existsSync(ASSETS)) return;
  say(`Building ${stale.join(", ") || "the reference"}: the sources are new or were changed …`);
  copyAssets();
  await Promise.all(stale.map(compile));
  markBuilt(stale);
}

/** After a build: what runs is up to date. */
export function markBuilt(workspaces = WORKSPACES) {
  for (const workspace of workspaces) {
    sweep(workspace);
    writeFileSync(stampOf(workspace), fingerprint(workspace));
  }
}

/** The compiler leaves what it made of sources that are gone; it would end in the package. */
function sweep(workspace) {
  const dist = join(ROOT, workspace, "dist");
  for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const stem = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(name)?.[1];
    if (stem && !existsSync(join(ROOT, workspace, "src", `${stem}.ts`))) rmSync(join(dist, name));
  }
}

function isBuilt(workspace) {
  const stamp = stampOf(workspace);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(workspace);
}

const stampOf = (workspace) => join(ROOT, workspace, "dist", ".built");

/** Names, sizes and times of all that goes into the build, and the compiler. */
function fingerprint(workspace) {
  const hash = createHash("sha256").update(readFileSync(COMPILER));
  const sources = namesIn(join(workspace, "src")).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const guide = workspace === "server" && existsSync(join(ROOT, "docs")) ? namesIn("docs") : [];
  for (const name of ["tsconfig.base.json", join(workspace, "tsconfig.json"), ...sources, ...guide].sort()) {
    const { size, mtimeMs } = statSync(join(ROOT, name));
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function namesIn(folder) {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names.map((name) => join(folder, name));
}

function compile(workspace) {
  const dist = join(ROOT, workspace, "dist");
  mkdirSync(dist, { recursive: true });
  // A full build must not believe that what lies there is its own.
  rmSync(join(dist, ".tsbuildinfo"), { force: true });
  const tsc = join(COMPILER, "..", "bin", "tsc");
  return new Promise((resolve, reject) => {
    const args = [tsc, "--project", join(ROOT, workspace), ...QUICKLY];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${workspace} cannot be built (tsc ended with ${code})`)),
    );
  });
}
