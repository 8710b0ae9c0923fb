// Copies what the API reference page needs out of swagger-ui-dist, so that the service serves files of its own and runs
// without that package. Part of every build; beside the sources, because the path is the same from src/ and dist/.
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export function copyReference() {
  const from = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const to = join(import.meta.dirname, "assets", "reference");
  mkdirSync(to, { recursive: true });
  for (const name of ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"]) {
    copyFileSync(join(from, name), join(to, name));
  }
}
