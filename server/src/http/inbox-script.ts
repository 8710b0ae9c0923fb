import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { sendStoredFile, storedFile } from "./stored-file.ts";

/** Copied by the build (`copy-assets.mjs`); the path is the same from src/ and from dist/. */
const SCRIPT = new URL("../../assets/inbox.js", import.meta.url);

/** Any page may load it. A page asks each time whether it has changed, so that it always fits the service. */
const HEADERS = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "no-cache",
} as const;

/** `/inbox.js`: the ES module that defines `<tidings-inbox>`. Without a build there is no such path. */
export function inboxScriptRoute(app: FastifyInstance): void {
  if (!existsSync(SCRIPT)) return;
  const script = readFileSync(SCRIPT);
  const encoded = new Map([["gzip", gzipSync(script, { level: 9 })]]);
  const file = storedFile("text/javascript; charset=utf-8", script, encoded);
  app.get("/inbox.js", (request, reply) => sendStoredFile(request, reply.headers(HEADERS), file));
}
