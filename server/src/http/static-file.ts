import { readFileSync } from "node:fs";

/** The pages are beside the sources, so that the path is the same from src/ and from dist/. */
const PAGES = new URL("../../pages/", import.meta.url);

/** The text of a page in `pages/`. */
export function pageText(name: string): string {
  return readFileSync(new URL(name, PAGES), "utf8");
}
