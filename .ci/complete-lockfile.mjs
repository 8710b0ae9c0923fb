#!/usr/bin/env node
// If a registry has the packages of some platforms only, npm leaves the optional packages of other platforms out of
// package-lock.json, and `npm ci` then rejects the file everywhere. This script adds them: the dependent package has
// their name and exact version, and their names contain system and processor. Run it after `npm install`.
import { readFileSync, writeFileSync } from "node:fs";

// The lock file of the root, or the one given as an argument (bench/peers/package-lock.json).
const FILE = process.argv[2] ?? new URL("../package-lock.json", import.meta.url);
const OS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const CPU = ["arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "x64"];

const lock = JSON.parse(readFileSync(FILE, "utf8"));
const isThere = (name) => Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`));
const added = [];
for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    if (isThere(name)) continue;
    const words = name.split("-");
    const os = OS.find((word) => words.includes(word));
    const cpu = CPU.find((word) => words.includes(word));
    if (!os || !cpu || !/^\d+\.\d+\.\d+/.test(version))
      throw new Error(`cannot read the platform of ${name}@${version}`);
    const kind = parent.dev ? { dev: true } : {};
    lock.packages[`node_modules/${name}`] = { version, cpu: [cpu], ...kind, optional: true, os: [os] };
    added.push(name);
  }
}
const paths = Object.keys(lock.packages).sort((a, b) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(paths.map((path) => [path, lock.packages[path]]));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added.length} packages of other platforms written into package-lock.json\n`);
