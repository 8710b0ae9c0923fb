import { describe, expect, it } from "vitest";
import { rawOf } from "./raw-answer.ts";

describe("a provider's answer as it is stored", () => {
  it("shows no secret, however it is spelled", () => {
    const secret = 'se"cret/key';
    const answer = JSON.stringify({ plain: secret, packed: Buffer.from(secret).toString("base64") }) + secret;
    expect(rawOf(answer, [secret])).toBe('{"plain":"***","packed":"***"}***');
  });

  it("masks the longer of two secrets that begin alike", () => {
    expect(rawOf("secret-long secret", ["secret", "secret-long"])).toBe("*** ***");
  });

  it("has at most 4 KiB and ends with a whole character", () => {
    const raw = rawOf("é".repeat(3_000), []);
    expect(Buffer.byteLength(raw)).toBe(4096);
    expect(rawOf(`a${"é".repeat(3_000)}`, [])).toBe(`a${"é".repeat(2_047)}`);
  });

  it("holds nothing that a database refuses", () => {
    expect(rawOf("a\0b\u0007c\nd\ud800", [])).toBe("a b c\nd\ufffd");
  });
});
