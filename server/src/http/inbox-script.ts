import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** Copied by the build (`copy-assets.mjs`); the path is the same from src/ and from dist/. */
const SCRIPT = new URL("../../assets/inbox.js", import.meta.url);

/** Any page may load it. A page asks each time whether it has changed, so that it always fits the service. */
const HEADERS = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "no-cache",
  vary: "accept-encoding",
} as const;

/** `/inbox.js`: the ES module that defines `<tidings-inbox>`. Without a build there is no such path. */
export function inboxScriptRoute(app: FastifyInstance): void {
  if (!existsSync(SCRIPT)) return;
  const script = readFileSync(SCRIPT);
  const compressed = gzipSync(script, { level: 9 });
  const hash = createHash("sha256").update(script).digest("base64url");
  app.get("/inbox.js", ({ headers }, reply) => {
    const isCompressed = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/i.test(
      headers["accept-encoding"] ?? "",
    );
    const tag = `"${hash}${isCompressed ? "-gzip" : ""}"`;
    reply.headers({ ...HEADERS, etag: tag }).type("text/javascript; charset=utf-8");
    if (headers["if-none-match"]?.includes(tag)) return reply.code(304).send();
    if (isCompressed) reply.header("content-encoding", "gzip");
    return reply.send(isCompressed ? compressed : script);
  });
}
