import Fastify from "fastify";
import { expect, test } from "vitest";
import { acceptAnyMediaType } from "./any-media-type.ts";

const ODD = [
  "",
  " ",
  "undefined",
  "garbage",
  "a/b/c",
  "/",
  "a/",
  "/b",
  "a b/c",
  " a/b",
  "a/b c",
  ";",
  "a;b",
  "a/b;",
  "a/b;;",
  "a/b; =",
  "a/b; charset",
  'a/b; x="',
  "a/b, c/d",
  "*/*",
  "é/b",
  "application/json; charset=utf-16",
  "x".repeat(8_000),
];

test.each(ODD)("a body of any media type is taken: %j", async (type) => {
  const app = Fastify();
  acceptAnyMediaType(app, async (_request, body) => body.toString());
  app.post("/", async ({ body }) => ({ body }));
  const answer = await app.inject({
    method: "POST",
    url: "/",
    headers: { "content-type": type },
    payload: "x",
  });
  expect(answer.json()).toEqual({ body: "x" });
  await app.close();
});
