// The program that bundles the dashboard into `dist/`, and writes each file compressed beside it. Without type checks: `tsc -b` does these.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";

const DIST = join(import.meta.dirname, "dist");
/** Fonts are compressed already. */
const COMPRESSED = /\.(?:js|css|html|svg)$/;

// In a test run, NODE_ENV would make React and Vite build for development.
process.env.NODE_ENV = "production";
await build({
  root: import.meta.dirname,
  configFile: join(import.meta.dirname, "vite.config.ts"),
  logLevel: "warn",
});
for (const name of readdirSync(DIST, { recursive: true, encoding: "utf8" })) {
  if (!COMPRESSED.test(name)) continue;
  const bytes = readFileSync(join(DIST, name));
  writeFileSync(join(DIST, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(join(DIST, `${name}.br`), brotliCompressSync(bytes, { params }));
}
