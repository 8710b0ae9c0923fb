import { describe, expect, it } from "vitest";
import { linear } from "../../../testing/linear.ts";
import { isAddrSpec } from "./addr-spec.ts";

describe("one plain e-mail address", () => {
  it.each([
    "ada@example.com",
    "ada.lovelace+news@mail.example.co.uk",
    "o'brien@example.com",
    "root@localhost",
    "用户@例子.广告",
    "józef@xn--exmple-cua.pl",
    "अजय@डाटा.भारत",
    "a@1.example",
    `${"a".repeat(64)}@example.com`,
  ])("is %s", (text) => {
    expect(isAddrSpec(text)).toBe(true);
  });

  it.each([
    "",
    "@",
    "ada",
    "@example.com",
    "ada@",
    "ada@@example.com",
    "ada@example.com@evil.com",
    "ada@example.com, evil@evil.com",
    "ada@example.com evil@evil.com",
    "ada@example.com;evil@evil.com",
    "Ada <ada@example.com>",
    "<ada@example.com>",
    "ada@example.com>",
    "ada@example.com\r\nRCPT TO:<evil@evil.com>",
    "ada\r\nRCPT TO:<evil@evil.com>",
    "ada@example.com\n",
    "ada@example.com\0",
    '"ada"@example.com',
    '"evil@evil.com "@example.com',
    "ada(comment)@example.com",
    "group:ada@example.com;",
    "ada@[127.0.0.1]",
    "ada@[IPv6:::1]",
    "ada.@example.com",
    ".ada@example.com",
    "a..b@example.com",
    "ada@.example.com",
    "ada@example..com",
    "ada@example.com.",
    "ada@-example.com",
    "ada@example-.com",
    "ada@exa_mple.com",
    "ada＠example.com",
    "ada@example。com",
    "ada@exa\u200bmple.com",
    "ada\u202e@example.com",
    "ada\ud800@example.com",
    " ada@example.com",
    "ada@example.com\t",
    "ada@%65xample.com",
    "ada@example.com/x",
    `${"a".repeat(65)}@example.com`,
    `ada@${"a".repeat(64)}.com`,
    `ada@${"a.".repeat(130)}com`,
  ])("is not %j", (text) => {
    expect(isAddrSpec(text)).toBe(false);
  });

  it.each(["a", "a.", "@", "a@", "-", "а-"])("is checked in linear time: %j again and again", (unit) => {
    linear((size) => isAddrSpec(`x@${unit.repeat(size)}`), 2_000);
  });
});
