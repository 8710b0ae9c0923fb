import { describe, expect, it } from "vitest";
import { rawOf } from "./raw-response.ts";

describe("a stored response of a provider", () => {
  it("contains no secret in any notation", () => {
    const secret = 'se"cret/key';
    const answer = JSON.stringify({ plain: secret, packed: Buffer.from(secret).toString("base64") }) + secret;
    expect(rawOf(answer, [secret])).toBe('{"plain":"***","packed":"***"}***');
  });

  it.each([
    "/bot12345:token/send",
    "/bot12345:token/send?key=abc&x=12345678",
    "bot12345:token",
    "?key=abc&x=12345678",
    "12345678",
    "me@home",
    "me%40home",
    "pass-word",
    "a key abc, alone",
  ])("contains nothing of a URL after its host: %s", (repeated) => {
    const address = "https://me%40home:pass-word@sms.test/bot12345:token/send?key=abc&x=12345678#end";
    const raw = rawOf(`no: ${repeated} at sms.test`, [address]);
    expect(raw).toMatch(/\*\*\*.* at sms\.test$/);
    for (const part of ["bot12345", "key=abc", "12345678", "home", "pass-word", " abc"]) {
      expect(raw).not.toContain(part);
    }
  });

  it("masks a short secret that is a separate word, and an escaped secret", () => {
    expect(rawOf('{"pin":"k7","kind":"k7x"} k7', ["k7"])).toBe('{"pin":"***","kind":"k7x"} ***');
    expect(rawOf("your key a%2Bb%2Fc%3Ddef", ["a+b/c=def"])).toBe("your key ***");
  });

  it("masks the longer of two secrets with the same start", () => {
    expect(rawOf("secret-long secret", ["secret", "secret-long"])).toBe("*** ***");
  });

  it("has at most 4 KiB and ends with a whole character", () => {
    const raw = rawOf("é".repeat(3_000), []);
    expect(Buffer.byteLength(raw)).toBe(4096);
    expect(rawOf(`a${"é".repeat(3_000)}`, [])).toBe(`a${"é".repeat(2_047)}`);
  });

  it("contains no characters that PostgreSQL rejects", () => {
    expect(rawOf("a\0b\u0007c\nd\ud800", [])).toBe("a b c\nd\ufffd");
  });
});
