import { expect, test } from "vitest";
import { createLinksOf } from "./page-links.ts";

const linksOf = createLinksOf({
  entry: "assets/entry.js",
  signIn: ["assets/sign-in.js", "assets/parts.js"],
  screens: {
    "": ["assets/home.js"],
    "in/$environment": ["assets/home.js"],
    "in/$environment/integrations/$id": ["assets/integration.js"],
    "in/$environment/integrations/~connect": ["assets/connect.js", "assets/connect.css", "assets/parts.js"],
  },
});
const targets = (path: string, isSignedIn = true): string[] =>
  [...linksOf(path, isSignedIn).matchAll(/<\/dashboard\/([^>]+)>/g)].map(([, target = ""]) => target);

test("links: the entry, the files of the screen at the address, and the session", () => {
  expect(targets("in/production/")).toEqual(["assets/entry.js", "assets/home.js", "session"]);
  expect(targets("")).toEqual(targets("in/production"));
  expect(targets("in/production/integrations/123")).toContain("assets/integration.js");
});

test("links: a pattern with fewer variables goes before others", () => {
  expect(linksOf("in/production/integrations/~connect", true)).toBe(
    [
      "</dashboard/assets/entry.js>; rel=modulepreload; crossorigin",
      "</dashboard/assets/connect.js>; rel=modulepreload; crossorigin",
      "</dashboard/assets/connect.css>; rel=preload; as=style; crossorigin",
      "</dashboard/assets/parts.js>; rel=modulepreload; crossorigin",
      "</dashboard/session>; rel=preload; as=fetch; crossorigin",
    ].join(", "),
  );
});

test("links: an unknown address has those of the entry and the session alone", () => {
  expect(targets("in/production/none/of/these")).toEqual(["assets/entry.js", "session"]);
});

test("links: without a session also the page for signing in, each file once", () => {
  const files = ["assets/connect.js", "assets/connect.css", "assets/parts.js", "assets/sign-in.js"];
  const all = ["assets/entry.js", ...files, "session"];
  expect(targets("in/production/integrations/~connect", false)).toEqual(all);
  expect(targets("sign-in", false)).toEqual(["assets/entry.js", "assets/sign-in.js", "assets/parts.js"]);
});
