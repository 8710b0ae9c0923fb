import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { asCommand, asCurl, asTypeScript, type CopiedCall } from "./copied-call.ts";

const ORIGIN = "http://127.0.0.1:3000";

const trigger: CopiedCall = {
  operation: { method: "POST", path: "/v1/events/trigger" },
  body: { name: "welcome", to: "ada", payload: { text: 'it\'s $HOME `date` \\ "q"' } },
  sdk: { method: "events.trigger", args: [{ name: "welcome" }] },
  cli: ["trigger", "welcome", "--to", "o'hara"],
};

test("a shell reads the copied curl as the same request", () => {
  const script = asCurl(trigger, ORIGIN).replace(/^curl /, "printf '%s\\n' ");
  const words = execFileSync("sh", ["-c", script], { env: { TIDINGS_API_KEY: "key" }, encoding: "utf8" });
  expect(words.trimEnd().split("\n")).toEqual([
    "-X",
    "POST",
    `${ORIGIN}/v1/events/trigger`,
    "-H",
    "Authorization: ApiKey key",
    "-H",
    "Content-Type: application/json",
    "-d",
    JSON.stringify(trigger.body),
  ]);
});

test("parameters and the query are in the address", () => {
  const read: CopiedCall = {
    operation: { method: "GET", path: "/v2/subscribers/:subscriberId" },
    params: { subscriberId: "a/b c" },
    query: { ids: ["1", "2"], none: undefined },
  };
  expect(asCurl(read, ORIGIN)).toContain("curl 'http://127.0.0.1:3000/v2/subscribers/a%2Fb%20c?ids=1&ids=2'");
  expect(asTypeScript(read, ORIGIN)).toBeUndefined();
  expect(asCommand(read)).toBeUndefined();
});

test("the TypeScript and the command name what they call", () => {
  expect(asTypeScript(trigger, ORIGIN)).toContain('await tidings.events.trigger({\n  "name": "welcome"\n});');
  expect(asCommand(trigger)).toBe(`npx tidings trigger welcome --to 'o'\\''hara'`);
});
