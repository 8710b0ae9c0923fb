import { expect, test } from "vitest";
import { linear } from "../../testing/linear.ts";
import { withPreheader } from "./preheader.ts";

/** The HTML with `[soon]` where the preheader is. */
function placed(html: string): string {
  return withPreheader(html, "soon").replace(
    /<div data-preheader .*?>soon(?:&#847;&zwnj;&nbsp;)*<\/div>/,
    "[soon]",
  );
}

test.each([
  [
    "behind the start tag of the body",
    "<html><body class='a>b' title=x>Hi",
    "<html><body class='a>b' title=x>[soon]Hi",
  ],
  ["at the start of a part of HTML", "<p>Hi</p>", "[soon]<p>Hi</p>"],
  ["at the start of a text", "Hi <body>", "[soon]Hi <body>"],
  [
    "behind a body that is not for Outlook, for all programs",
    '<!--[if mso]><body class="mso"><![endif]--><!--[if !mso]><!--><body><!--<![endif]--><p>Hi',
    '<!--[if mso]><body class="mso"><![endif]--><!--[if !mso]><!--><body><!--<![endif]-->[soon]<p>Hi',
  ],
  ["not in a comment", "<!-- a <body> of text --><p>Hi", "<!-- a <body> of text -->[soon]<p>Hi"],
  [
    "behind the head of a document without a body",
    "<!doctype html><html><head><title>a <body></title><style>p{}</style></head>\n<p>Hi",
    "<!doctype html><html><head><title>a <body></title><style>p{}</style></head>[soon]\n<p>Hi",
  ],
  [
    "behind elements of a head without tags",
    '<!DOCTYPE html><meta content="<body>">Hi',
    '<!DOCTYPE html><meta content="<body>">[soon]Hi',
  ],
  ["in capital letters", "<HTML><HEAD></HEAD><BODY>Hi", "<HTML><HEAD></HEAD><BODY>[soon]Hi"],
  ["in front of a style block without an end", "<style>p{} <body>", "[soon]<style>p{} <body>"],
])("a preheader: is %s", (_, html, expected) => {
  expect(placed(html)).toBe(expected);
});

test("a preheader: is filled up to 150 places, so that lists of mails do not go on with the body", () => {
  const filledUp = (preheader: string) => withPreheader("", preheader).split("&nbsp;").length - 1;
  expect([filledUp("a".repeat(40)), filledUp("a".repeat(149)), filledUp("a".repeat(200))]).toEqual([
    110, 1, 0,
  ]);
});

test.each(["<!--x-->", "<meta a='>'>", "<meta a=", "<meta ", "<title>", "<style></title>", "<!--", " ", "<"])(
  "a preheader: %s repeated takes linear time",
  (piece) => {
    linear((size) => withPreheader(piece.repeat(size / piece.length), "soon"), 10_000);
  },
);
