import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../foundation/app-error.ts";
import { sessionTokensOf } from "../../http/session-cookie.ts";
import { type StoredFile, sendStoredFile, storedFile } from "../../http/stored-file.ts";
import { createLinksOf, type LinksOf } from "./page-links.ts";

/** Copied by the build (`copy-assets.mjs`); the path is the same from src/ and from dist/. */
const FOLDER = new URL("../../../assets/dashboard/", import.meta.url);
const PAGE = "index.html";
const SCREENS = "screens.json";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Everything comes from the service itself, and texts never become HTML or scripts. */
const PAGE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-cache",
} as const;
/** The build names these files by their content. */
const ASSET_HEADERS = { "cache-control": "public, max-age=31536000, immutable" } as const;

export const isDashboardBuilt = (): boolean => existsSync(new URL(PAGE, FOLDER));

/** The page of the dashboard and its files, which stay in memory. Every path that is no file is the page. */
export function fileRoutes(app: FastifyInstance): void {
  const files = readFiles();
  const linksOf = readLinks();
  const serve = (request: FastifyRequest, reply: FastifyReply) => {
    const path = decodeURI(request.url.split("?", 1)[0] ?? "").slice("/dashboard/".length);
    const isAsset = path.startsWith("assets/");
    const isFile = isAsset || extname(path) === ".js";
    const file = files.get(isFile ? path : PAGE);
    if (!file) throw new AppError("not_found", isFile ? `There is no file ${path}` : NOT_BUILT);
    reply.headers(isAsset ? ASSET_HEADERS : PAGE_HEADERS);
    if (!isFile) reply.header("link", linksOf(path, sessionTokensOf(request.raw).length > 0));
    return sendStoredFile(request, reply, file);
  };
  app.get("/dashboard", (_request, reply) => reply.redirect("dashboard/", 308));
  app.get("/dashboard/*", serve);
}

function readLinks(): LinksOf {
  if (!isDashboardBuilt()) return () => "";
  return createLinksOf(JSON.parse(readFileSync(new URL(SCREENS, FOLDER), "utf8")));
}

const NOT_BUILT = "The dashboard is not built; run: npm run build";

/** The suffixes of compressed files; the better one first. */
const ENCODINGS = { br: ".br", gzip: ".gz" } as const;

function readFiles(): ReadonlyMap<string, StoredFile> {
  if (!isDashboardBuilt()) return new Map();
  const names = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).map((name) =>
    name.replaceAll("\\", "/"),
  );
  const read = (name: string) => readFileSync(new URL(name, FOLDER));
  const served = names.filter((name) => extname(name) in TYPES);
  return new Map(
    served.map((name) => {
      const bytes = read(name);
      const encoded = Object.entries(ENCODINGS).filter(([, suffix]) => names.includes(name + suffix));
      const compressed = encoded.map(([encoding, suffix]) => [encoding, read(name + suffix)] as const);
      return [name, storedFile(TYPES[extname(name)] as string, bytes, new Map(compressed))];
    }),
  );
}
