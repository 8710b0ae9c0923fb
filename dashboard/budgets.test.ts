import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

/** The sizes of what a browser loads, of the bundle that `npm run build` has made. */

const DIST = join(import.meta.dirname, "dist");
const KB = 1024;

type Chunk = {
  file: string;
  css?: string[];
  imports?: string[];
  isEntry?: boolean;
  isDynamicEntry?: boolean;
};
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(DIST, ".vite/manifest.json"), "utf8"));

/** Everything that is loaded together with a chunk. */
function loadedWith(name: string, found = new Set<string>()): Set<string> {
  const { file, css = [], imports = [] } = manifest[name] ?? expect.fail(`no chunk ${name}`);
  if (found.has(file)) return found;
  for (const each of [file, ...css]) found.add(each);
  for (const each of imports) loadedWith(each, found);
  return found;
}

const gzipped = (files: Iterable<string>, suffix: string): number =>
  [...files]
    .filter((file) => file.endsWith(suffix))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length, 0);

const first = loadedWith("index.html");
const all = readdirSync(DIST, { recursive: true, encoding: "utf8" });

test("the first load is small", () => {
  const fonts = all.filter((file) => file.endsWith(".woff2")).map((file) => readFileSync(join(DIST, file)));
  expect(gzipped(first, ".js")).toBeLessThanOrEqual(180 * KB);
  expect(gzipped(first, ".css")).toBeLessThanOrEqual(14 * KB);
  expect(fonts).toHaveLength(3);
  expect(fonts.reduce((sum, font) => sum + font.length, 0)).toBeLessThanOrEqual(85 * KB);
});

/** Screens, and components that are loaded on demand: menus, dialogs, comboboxes. */
const onDemand = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry);
const isComponent = (name: string): boolean => /^src\/(?:components|app)\//.test(name);

/** 180 KB and 25 KB for a screen; the editor of workflows may have 115. */
test("opening a screen as the first one loads little", () => {
  const screens = onDemand.filter((name) => !isComponent(name));
  const sizes = screens.map((name) => ({
    name,
    bytes: gzipped(new Set([...first, ...loadedWith(name)]), ".js"),
    most: (180 + (/editor/.test(name) ? 115 : 25)) * KB,
  }));
  expect(screens.length).toBeGreaterThan(3);
  expect(sizes.filter(({ bytes, most }) => bytes > most)).toEqual([]);
});

/** Browsers open six connections to a service without TLS. */
test("the first load is two files of ours, and a screen adds at most 40", () => {
  expect([...first].filter((file) => /\.(?:js|css)$/.test(file))).toHaveLength(2);
  const screens = onDemand.filter((name) => /-screen\.tsx$/.test(name));
  const added = screens.map((name) => [...loadedWith(name)].filter((file) => !first.has(file)).length);
  expect(Math.max(...added)).toBeLessThanOrEqual(40);
});

test("each screen is in the list from which the service links its files", () => {
  const { screens } = JSON.parse(readFileSync(join(DIST, "screens.json"), "utf8"));
  const listed = new Set(Object.values<string[]>(screens).flat());
  const all = onDemand
    .filter((name) => /-screen\.tsx$/.test(name))
    .map((name) => manifest[name]?.file ?? name);
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((file) => !listed.has(file))).toEqual([]);
});

test("a component that is loaded on demand adds at most 60 KB", () => {
  const added = (name: string) => [...loadedWith(name)].filter((file) => !first.has(file));
  const sizes = onDemand.filter(isComponent).map((name) => ({ name, bytes: gzipped(added(name), ".js") }));
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.filter(({ bytes }) => bytes > 60 * KB)).toEqual([]);
});

test("no file contains the schemas of the contract", () => {
  const scripts = all.filter((file) => file.endsWith(".js"));
  const withSchemas = scripts.filter((file) =>
    /typebox|"~kind"/.test(readFileSync(join(DIST, file), "utf8")),
  );
  expect(scripts.length).toBeGreaterThan(3);
  expect(withSchemas).toEqual([]);
});

test("styles of both themes are as they were written", () => {
  const styles = all
    .filter((file) => file.endsWith(".css"))
    .map((file) => readFileSync(join(DIST, file), "utf8"));
  expect(styles.join("")).toContain("light-dark(");
  expect(styles.join("")).not.toContain("--lightningcss-light");
});
