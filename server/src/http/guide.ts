import { existsSync, readdirSync, readFileSync } from "node:fs";

/** A chapter of the guide: `name` is its file without `.md`, `title` its first heading, `text` its Markdown. */
export type Guide = readonly { name: string; title: string; text: string }[];

/** Copied from `docs/` by the build (`copy-assets.mjs`). */
const GUIDE = new URL("../../assets/guide/", import.meta.url);

/** The guide in the order of its names; empty where it is not installed. */
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
