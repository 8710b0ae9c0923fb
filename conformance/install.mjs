import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const LOCK = `${FOLDER}package-lock.json`;
/** The lock file of what is installed, as a hash. */
const STAMP = `${FOLDER}node_modules/.installed`;

/** Installs the SDKs, and what the mails are read by, the first time, and after a change of the lock file. @throws when npm cannot. */
export function install(say) {
  const wanted = createHash("sha256").update(readFileSync(LOCK)).digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  const count = Object.keys(JSON.parse(readFileSync(LOCK, "utf8")).packages).length - 1;
  say(`Installing into conformance/node_modules: ${count} packages, 280 MB …`);
  const { status, stderr } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: FOLDER,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`npm ci in conformance failed: ${stderr}`);
  writeFileSync(STAMP, wanted);
}
