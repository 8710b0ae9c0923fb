// The program that bundles the element into one minified ES module, `dist/tidings-inbox.js`. Without type checks: `tsc -b` does these.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, transform } from "esbuild";

/** An imported style sheet is its minified text. */
const styleSheets = {
  name: "style-sheets",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code.trim(), loader: "text" };
    });
  },
};

await build({
  entryPoints: [join(import.meta.dirname, "src", "tidings-inbox.ts")],
  outfile: join(import.meta.dirname, "dist", "tidings-inbox.js"),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  plugins: [styleSheets],
});
