import { readFileSync } from "node:fs";

/** Pages stand beside the sources, so that their path is the same from src/ and from dist/. */
const PAGES = new URL("../../pages/", import.meta.url);

/** The text of a page of ours. */
export function pageText(name: string): string {
  return readFileSync(new URL(name, PAGES), "utf8");
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as it stands in HTML. */
export function asHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] as string);
}
