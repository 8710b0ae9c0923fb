import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

const SOURCES = join(import.meta.dirname, "../src");
const ROUTE_FILES = /(?:^|-)(?:screens|routes)\.ts$/;
const HOME = "in/$environment";
const SIGN_IN = "app/sign-in-page.tsx";

type Bundle = Rolldown.OutputBundle;
/** `path` is relative to the parent's; `source` is the file of the screen, relative to `src/`. */
type Route = { parent: string | undefined; path: string; source: string | undefined };

/**
 * Writes `screens.json`, so that the service can name the files of a screen before the browser has run the entry:
 * `entry`, the page's own script; `screens`, the files of each screen by the pattern of its address, such as
 * `in/$environment/topics/$key`; `signIn`, those of the page for signing in. The entry's own files are left out.
 */
export function screenFiles(): Plugin {
  return {
    name: "screen-files",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const entry = chunksOf(bundle).find(({ isEntry }) => isEntry);
        if (!entry) throw new Error("the bundle has no entry");
        const known = filesOf(bundle, entry);
        const added = (sources: readonly string[]) => {
          const all = sources.flatMap((source) => [...filesOf(bundle, chunkOf(bundle, source))]);
          return [...new Set(all)].filter((file) => !known.has(file));
        };
        const lists = [...sourcesByPattern()].map(([pattern, sources]) => [pattern, added(sources)] as const);
        const screens = Object.fromEntries(lists);
        // The start leads to Home.
        const content = {
          entry: entry.fileName,
          signIn: added([SIGN_IN]),
          screens: { "": screens[HOME], ...screens },
        };
        this.emitFile({ type: "asset", fileName: "screens.json", source: JSON.stringify(content) });
      },
    },
  };
}

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((one) => one.type === "chunk");

function chunkOf(bundle: Bundle, source: string): Rolldown.OutputChunk {
  const found = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${source}`));
  if (!found) throw new Error(`the bundle has no file of ${source}`);
  return found;
}

/** The chunk, all that it imports, and their styles. */
function filesOf(bundle: Bundle, chunk: Rolldown.OutputChunk, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found;
  for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) found.add(file);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === "chunk") filesOf(bundle, imported, found);
  }
  return found;
}

/** Of each screen, its own file and those of the screens around it. */
function sourcesByPattern(): Map<string, string[]> {
  const routes = readRoutes();
  const around = (name: string | undefined): Route[] => {
    const route = name === undefined ? undefined : routes.get(name);
    return route ? [...around(route.parent), route] : [];
  };
  const found = new Map<string, string[]>();
  for (const [name, { source }] of routes) {
    if (source === undefined) continue;
    const all = around(name);
    const pattern = all.flatMap(({ path }) => path.split("/").filter(Boolean)).join("/");
    found.set(
      pattern,
      all.flatMap((route) => route.source ?? []),
    );
  }
  return found;
}

/** The routes by the names of their constants, read from the text of the files that list them. */
function readRoutes(): Map<string, Route> {
  const texts = readdirSync(SOURCES)
    .filter((name) => ROUTE_FILES.test(name))
    .map((name) => readFileSync(join(SOURCES, name), "utf8"));
  const routes = new Map<string, Route>();
  for (const text of texts) {
    for (const [, name = "", body = ""] of text.matchAll(/const (\w+) = createRoute\(\{(.*?)\}\);/gs)) {
      routes.set(name, {
        parent: /getParentRoute: \(\) => (\w+)/.exec(body)?.[1],
        path: /\bpath: "([^"]*)"/.exec(body)?.[1] ?? "",
        source: /import\("\.\/([^"]+)"\)/.exec(body)?.[1],
      });
    }
  }
  return routes;
}
