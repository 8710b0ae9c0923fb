// Builds only what `tidings` runs and serves (contract, client, server, the inbox and the dashboard), without type checks
// (`npm run check` and `npm run build` do these), and only changed workspaces. `dist/.built` contains a fingerprint of the
// sources; deleting `dist` forces a rebuild.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyAssets } from "../server/copy-assets.mjs";

const ROOT = join(import.meta.dirname, "..");
const COMPILED = ["contract", "client", "server"];
/** Bundled for browsers by their `build.mjs`. The bundler of the dashboard reads the compiled contract and client. */
const BUNDLED = ["inbox", "dashboard"];
const WORKSPACES = [...COMPILED, ...BUNDLED];
const ASSETS = join(ROOT, "server", "assets", "reference");
const COMPILER = join(ROOT, "node_modules", "typescript", "package.json");
// Compiles each file alone: no type checks, no declarations, no other workspaces.
const FAST_FLAGS = ["--noCheck", "--composite", "false", "--declaration", "false", "--incremental", "false"];

/**
 * Builds the workspaces that are not up to date; calls `log` with one sentence before a build. Without the compiler
 * (`npm ci --omit=dev`), uses the existing build.
 */
export async function buildRuntime(log) {
  if (!existsSync(COMPILER)) return;
  const stale = WORKSPACES.filter((workspace) => !isBuilt(workspace));
  if (stale.length === 0 && existsSync(ASSETS)) return;
  log(`Building ${stale.join(", ") || "the reference"}: sources are new or changed …`);
  await Promise.all(COMPILED.filter((workspace) => stale.includes(workspace)).map(compile));
  await bundle(stale);
  copyAssets();
  markBuilt(stale);
}

/** The rest of a full build, after the compiler: bundles what is not up to date, and marks everything as up to date. */
export async function completeBuild() {
  await bundle(WORKSPACES.filter((workspace) => !isBuilt(workspace)));
  copyAssets();
  markBuilt(WORKSPACES);
}

async function bundle(stale) {
  for (const workspace of BUNDLED.filter((one) => stale.includes(one)))
    await run(workspace, [join(ROOT, workspace, "build.mjs")]);
}

function markBuilt(workspaces) {
  for (const workspace of workspaces) {
    if (COMPILED.includes(workspace)) removeStaleOutput(workspace);
    writeFileSync(stampOf(workspace), fingerprint(workspace));
  }
}

/** Deletes output of deleted sources, which the compiler leaves and which would end up in the package. */
function removeStaleOutput(workspace) {
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

/** A hash of the names, sizes and times of all build inputs, and of the compiler's version. */
function fingerprint(workspace) {
  const hash = createHash("sha256").update(readFileSync(COMPILER));
  const folders = [
    "src",
    ...(workspace === "dashboard" ? ["public", "vite", "../contract/src", "../client/src"] : []),
  ];
  const sources = folders.flatMap((folder) => namesIn(join(workspace, folder))).filter(isSource);
  const guide = workspace === "server" && existsSync(join(ROOT, "docs")) ? namesIn("docs") : [];
  // The lock file has the versions of the bundlers and of what they bundle.
  const bundling = BUNDLED.includes(workspace)
    ? [join(workspace, "build.mjs"), join(workspace, "package.json"), "package-lock.json"]
    : [];
  const page =
    workspace === "dashboard" ? ["index.html", "vite.config.ts"].map((name) => join(workspace, name)) : [];
  const settings = ["tsconfig.base.json", join(workspace, "tsconfig.json")];
  for (const name of [...settings, ...sources, ...guide, ...bundling, ...page].sort()) {
    const { size, mtimeMs } = statSync(join(ROOT, name));
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

const isSource = (name) => /(?<!\.test)\.(tsx?|css|js)$/.test(name);

function namesIn(folder) {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names.map((name) => join(folder, name));
}

function compile(workspace) {
  const dist = join(ROOT, workspace, "dist");
  mkdirSync(dist, { recursive: true });
  // So that a full build does not treat this output as its own.
  rmSync(join(dist, ".tsbuildinfo"), { force: true });
  const tsc = join(COMPILER, "..", "bin", "tsc");
  return run(workspace, [tsc, "--project", join(ROOT, workspace), ...FAST_FLAGS]);
}

/** In a process of its own: a bundler keeps 700 MB, and after `npm start` this process is the service. */
function run(workspace, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${workspace} cannot be built (exit code ${code})`)),
    );
  });
}
