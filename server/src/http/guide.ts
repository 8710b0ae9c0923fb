import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The chapters: `name` is the file name without `.md`, `title` the first heading, `text` the Markdown. */
export type Guide = readonly { name: string; title: string; text: string }[];

/** Copied from `docs/` by the build (`copy-assets.mjs`). */
const GUIDE = new URL("../../assets/guide/", import.meta.url);

/** The chapters sorted by name; empty when the guide is not installed. */
export function readGuide(): Guide {
  if (!existsSync(GUIDE)) return [];
  return readdirSync(GUIDE)
    .filter((file) => /^[a-z0-9-]+\.md$/i.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, GUIDE), "utf8");
      const name = file.slice(0, -".md".length);
      return { name, title: /^# +(.+)$/m.exec(text)?.[1] ?? name, text };
    });
}
