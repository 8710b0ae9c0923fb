// `npm version X` runs this after setting the root's version and before the commit and tag. It sets the version of every
// workspace and of the section "Unreleased" in CHANGELOG.md, so that version and tag match.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const read = (name) => readFileSync(join(ROOT, name), "utf8");
const write = (name, text) => writeFileSync(join(ROOT, name), text);

const { version, workspaces } = JSON.parse(read("package.json"));

function renumber(record) {
  for (const group of [record.dependencies, record.devDependencies]) {
    for (const name of Object.keys(group ?? {})) if (name.startsWith("@tidings/")) group[name] = version;
  }
  return { ...record, version };
}

for (const folder of ["", ...workspaces]) {
  const name = join(folder, "package.json");
  write(name, `${JSON.stringify(renumber(JSON.parse(read(name))), null, 2)}\n`);
}
const lock = JSON.parse(read("package-lock.json"));
lock.version = version;
for (const folder of ["", ...workspaces]) lock.packages[folder] = renumber(lock.packages[folder]);
write("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
const day = new Date().toISOString().slice(0, 10);
write(
  "CHANGELOG.md",
  read("CHANGELOG.md").replace("## Unreleased\n", `## Unreleased\n\n## ${version} (${day})\n`),
);
