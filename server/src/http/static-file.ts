import { readFileSync } from "node:fs";

/** The pages are beside the sources, so that the path is the same from src/ and from dist/. */
const PAGES = new URL("../../pages/", import.meta.url);

/** The text of a page in `pages/`. */
export function pageText(name: string): string {
  return readFileSync(new URL(name, PAGES), "utf8");
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for HTML. */
export function asHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] as string);
}
