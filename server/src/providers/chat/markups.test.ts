import { describe, expect, test } from "vitest";
import { linear } from "../../../testing/linear.ts";
import { type Markup, markedUp, PLAIN_TEXT } from "./markup.ts";
import { MARKDOWN, MATTERMOST, ROCKET_CHAT, SLACK, telegramMarkup, ZULIP } from "./markups.ts";

/** Writes a text whose values stand between ‹ and ›. */
function written(text: string, markup: Markup): string {
  const values: [number, number][] = [];
  let body = "";
  for (const [index, piece] of text.split(/[‹›]/).entries()) {
    if (index % 2 === 1) values.push([body.length, body.length + piece.length]);
    body += piece;
  }
  return markedUp({ body, values }, markup).replaceAll("\u2060", "°");
}

const COMMENT =
  "*New comment* by ‹Eve <https://evil.example|bank.example>›: ‹<!channel> <@U123> @all [x](https://evil.example)›";

test.each([
  [
    "Slack",
    SLACK,
    "*New comment* by Eve &lt;https://evil.example|bank.example&gt;: &lt;°!channel&gt; &lt;@U123&gt; @°all [x](https://evil.example)",
  ],
  [
    "Markdown",
    MARKDOWN,
    "*New comment* by Eve \\<https://evil.example\\|bank.example\\>: \\<°!channel\\> \\<@U123\\> @°all \\[x\\]\\(https://evil.example\\)",
  ],
  [
    "Mattermost",
    MATTERMOST,
    "*New comment* by Eve \\<°https://evil.example\\|bank.example\\>: \\<°!channel\\> \\<°@U123\\> @°all \\[x\\]\\(https://evil.example\\)",
  ],
  [
    "Rocket.Chat",
    ROCKET_CHAT,
    "*New comment* by Eve < https://evil.example|bank.example>: <°!channel> <@U123> @°all [x]°(https://evil.example)",
  ],
  [
    "Zulip",
    ZULIP,
    "*New comment* by Eve &lt;https://evil.example|bank.example&gt;: &lt;°!channel&gt; &lt;@U123&gt; @°all &lsqb;x&rsqb;(https://evil.example)",
  ],
] as const)(
  "%s: data can neither mention everybody nor disguise a link; the author's mark-up stays",
  (_name, markup, expected) => {
    expect(written(COMMENT, markup)).toBe(expected);
  },
);

describe("mentions of everybody", () => {
  test.each([
    ["‹@all›", "@°all"],
    ["@‹all›", "@°all"],
    ["‹@›all", "@°all"],
    ["‹@›‹HERE›", "@°HERE"],
    ["‹hi @everyone, @channel›", "hi @°everyone, @°channel"],
    ["‹@**all** @_**channel**›", "@°\\*\\*all\\*\\* @°\\_\\*\\*channel\\*\\*"],
    ["‹ada›@all", "ada@all"],
    ["@all: ‹hi›", "@all: hi"],
    ["‹@allison @hereby ada›", "@allison @hereby ada"],
    ["<!here> ‹x›", "<!here> x"],
  ])("%s is %s", (text, expected) => {
    expect(written(text, MARKDOWN)).toBe(expected);
  });

  test("the author's bracket and a value's word are none either", () => {
    expect(written("<!‹channel›>", SLACK)).toBe("<°!channel>");
  });
});

describe("Markdown", () => {
  test.each([
    ["‹a*b* _c_ ~~d~~ `e` ||f|| \\*›", "a\\*b\\* \\_c\\_ \\~\\~d\\~\\~ \\`e\\` \\|\\|f\\|\\| \\\\\\*"],
    ["‹snake_case_name.ts› ‹_x›", "snake_case_name.ts \\_x"],
    ["‹# Title›", "\\# Title"],
    ["Number ‹# 1›", "Number # 1"],
    ["‹- a\n+ b\n1. c\n2) d\n> e\n  = f›", "\\- a\n\\+ b\n1\\. c\n2\\) d\n\\> e\n  \\= f"],
    ["> ‹- quoted›", "> \\- quoted"],
    ["‹1.5 and 3-4›", "1\\.5 and 3-4"],
    ["‹&lt;b&gt; & R&D›", "\\&lt;b\\&gt; & R&D"],
    ["[open](‹https://e.com/a_b?x=1&y=(2)*3*›)", "[open](https://e.com/a_b?x=1&y=%282%29\\*3\\*)"],
    [
      "‹see https://e.com/A_(b), or (https://e.com/_c_).›",
      "see https://e.com/A_%28b%29, or \\(https://e.com/_c_\\).",
    ],
    ["https://e.com/‹a_b-c›", "https://e.com/a_b-c"],
    ["`‹a*b`c›` ‹*›", "`a*bˋc` \\*"],
    ["```\n‹a*b ``` c›\n``` ‹*›", "```\na*b ``°` c\n``` \\*"],
    ["``‹*›` ‹*›`` ‹*›", "``*` *`` \\*"],
  ])("%j is %j", (text, expected) => {
    expect(written(text, MARKDOWN)).toBe(expected);
  });
});

test.each([
  ["‹*a* _b_ ~c~ `d` #e C# f_g›", "\\*a\\* \\_b\\_ \\~c\\~ \\`d\\` \\#e C# f_g"],
  ["‹> a\n- b\n1. c›", "°> a\n°- b\n°1. c"],
  ["‹[x]›(y) ‹<https://a.b>›", "[x]°(y) <https://a.b>"],
])("Rocket.Chat: %j is %j", (text, expected) => {
  expect(written(text, ROCKET_CHAT)).toBe(expected);
});

test.each([
  [
    "‹**a** `b` ~~c~~ $$d$$ &amp;›",
    "&ast;&ast;a&ast;&ast; &grave;b&grave; &#126;&#126;c&#126;&#126; &dollar;&dollar;d&dollar;&dollar; &amp;amp;",
  ],
  ["‹# a\n- b›", "°# a\n°- b"],
])("Zulip: %j is %j", (text, expected) => {
  expect(written(text, ZULIP)).toBe(expected);
});

test.each([
  [undefined, "<b>‹<i>*_ & @all›</b>", "<b><i>*_ & @all</b>"],
  ["HTML", '<b>‹<i>"&›</b>', "<b>&lt;i&gt;&quot;&amp;</b>"],
  ["MarkdownV2", "*‹a.b!*›*", "*a\\.b\\!\\**"],
  ["MarkdownV2", "`‹a.`›`", "`a.\\``"],
  ["Markdown", "*‹a_b*[`›*", "*a\\_b\\*\\[\\`*"],
  ["constructor", "‹*›", "*"],
])("Telegram, parse_mode %s: %j is %j", (mode, text, expected) => {
  expect(written(text, telegramMarkup(mode))).toBe(expected);
});

test("plain text is not changed, and neither is a message without values", () => {
  expect(written("‹<!here> *a*›", PLAIN_TEXT)).toBe("<!here> *a*");
  expect(markedUp({ body: "<!here> *a* @all" }, SLACK)).toBe("<!here> *a* @all");
});

test("the work grows with the text", () => {
  const text = (size: number) => "‹@all [x](http://a(b ` _› ".repeat(size);
  for (const markup of [MARKDOWN, ROCKET_CHAT, ZULIP])
    linear((size: number) => written(text(size), markup), 1_000);
});
