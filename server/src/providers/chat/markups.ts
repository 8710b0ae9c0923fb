import { escapeHtml } from "../../foundation/escape-html.ts";
import { type Markup, PLAIN_TEXT, type Place } from "./markup.ts";
import { JOINER } from "./mass-mentions.ts";
import { withLinks } from "./value-links.ts";

/** Slack: three characters are control characters, in code as well. https://docs.slack.dev/messaging/formatting-message-text */
export const SLACK: Markup = (value) =>
  value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** CommonMark, section 2.4: a backslash before punctuation. Characters that mean something anywhere in a line. */
const INLINE = /[\\`*~|[\]<>()]|_|&(?=#?\w+;)/g;
/** Characters that mean something at the start of a line only: headings, lists, quotes, rules. */
const LINE_START = /^([ \t]*)(?:([#+=-])|(\d{1,9})([.)]))/;

/** Markdown of Discord, Ryver and Stream. */
export const MARKDOWN = markdown(INLINE);

/**
 * A card of Teams reads bold, italic, lists and links only, so nothing else is escaped:
 * https://learn.microsoft.com/en-us/adaptive-cards/authoring-cards/text-features
 */
export const TEAMS = markdown(/[\\*`[\]()]|_/g);

/**
 * Mattermost turns Slack's `<url|text>` and `<!channel>` into its own mark-up before it reads backslashes:
 * https://developers.mattermost.com/integrate/slash-commands/slack/. A joiner behind the bracket keeps it from that.
 */
export const MATTERMOST: Markup = (value, place) =>
  MARKDOWN(value, place).replace(/<(?=[\w!@#\\])/g, `<${JOINER}`);

/**
 * Rocket.Chat reads a backslash before six characters only
 * (https://github.com/RocketChat/fuselage, packages/message-parser, `Escaped`), so links are broken by a joiner, Slack's form by a space.
 */
export const ROCKET_CHAT: Markup = (value, place) =>
  inCode(value, place) ??
  byLines(value, place, (line, isStart) =>
    withLinks(line, (text) => text.replace(/[*~`]|_|(?<!\w)#/g, escapeUnlessInside))
      .replace(/\](?=\(|$)/g, `]${JOINER}`)
      .replace(/<(?=[^\s>]*\|)/g, "< ")
      .replace(isStart ? /^(?=[ \t]*(?:[>+-]|\d+\.))/ : /(?!)/, JOINER),
  );

const ZULIP_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "*": "&ast;",
  _: "&lowbar;",
  "[": "&lsqb;",
  "]": "&rsqb;",
  "`": "&grave;",
  "~": "&#126;",
  $: "&dollar;",
};

/** Zulip's Markdown reads no backslashes, but entities of HTML: https://zulip.com/help/format-your-message-using-markdown */
export const ZULIP: Markup = (value, place) =>
  inCode(value, place) ??
  byLines(value, place, (line, isStart) =>
    withLinks(line, (text) =>
      text.replace(/[&<>*_[\]`~$]/g, (mark) => ZULIP_ENTITIES[mark] as string),
    ).replace(isStart ? /^([ \t]*)([#+-]|\d+\.)/ : /(?!)/, `$1${JOINER}$2`),
  );

/** https://core.telegram.org/bots/api#formatting-options: without `parse_mode`, a text has no mark-up. */
const TELEGRAM: Readonly<Record<string, Markup>> = {
  html: escapeHtml,
  markdown: (value) => value.replace(/[_*`[]/g, "\\$&"),
  markdownv2: (value, { code }) =>
    code ? value.replace(/[`\\]/g, "\\$&") : value.replace(/[\\_*[\]()~`>#+\-=|{}.!]/g, "\\$&"),
};

export function telegramMarkup(parseMode: unknown): Markup {
  const mode = typeof parseMode === "string" ? parseMode.toLowerCase() : "";
  return (Object.hasOwn(TELEGRAM, mode) && TELEGRAM[mode]) || PLAIN_TEXT;
}

function byLines(
  value: string,
  { isLineStart }: Place,
  write: (line: string, isStart: boolean) => string,
): string {
  return value
    .split("\n")
    .map((line, index) => write(line, isLineStart || index > 0))
    .join("\n");
}

function markdown(inlineMarks: RegExp): Markup {
  const inline = (text: string) => withLinks(text, (part) => part.replace(inlineMarks, escapeUnlessInside));
  const lineStart = (line: string) => {
    const [start = "", indent = "", mark, digits, delimiter] = LINE_START.exec(line) ?? [];
    if (start === "") return inline(line);
    const written = mark === undefined ? `${digits}\\${delimiter}` : `\\${mark}`;
    return indent + written + inline(line.slice(start.length));
  };
  return (value, place) =>
    inCode(value, place) ??
    byLines(value, place, (line, isStart) => (isStart ? lineStart(line) : inline(line)));
}

/** A `_` inside of a word, as in `snake_case`, means nothing anywhere. */
function escapeUnlessInside(mark: string, offset: number, whole: string): string {
  const isInside =
    mark === "_" &&
    /[\p{L}\p{N}]/u.test(whole[offset - 1] ?? "") &&
    /[\p{L}\p{N}]/u.test(whole[offset + 1] ?? "");
  return isInside ? mark : `\\${mark}`;
}

/** In code nothing is read but its end. */
function inCode(value: string, { code }: Place): string | undefined {
  if (code === undefined) return undefined;
  return code === "block" ? value.replace(/``(?=`)/g, `\`\`${JOINER}`) : value.replace(/`/g, "\u02cb");
}
