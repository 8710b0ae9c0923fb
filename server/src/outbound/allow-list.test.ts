import { describe, expect, it } from "vitest";
import { parseAddress } from "./address.ts";
import { isAddressAllowed, isSocketAllowed, parseOutboundAllow } from "./allow-list.ts";

function address(text: string) {
  const parsed = parseAddress(text);
  if (!parsed) throw new Error(text);
  return parsed;
}

describe("allow list", () => {
  it("allows the addresses of a network on every port", () => {
    const allow = parseOutboundAllow("10.1.0.0/16, fd00:1::/32");
    expect(isAddressAllowed(allow, address("10.1.255.3"), 443)).toBe(true);
    expect(isAddressAllowed(allow, address("10.2.0.1"), 443)).toBe(false);
    expect(isAddressAllowed(allow, address("fd00:1::9"), 443)).toBe(true);
    expect(isAddressAllowed(allow, address("fd00:2::9"), 443)).toBe(false);
  });

  it("treats a mapped address as its IPv4 address", () => {
    expect(isAddressAllowed(parseOutboundAllow("10.0.0.0/8"), address("::ffff:10.0.0.1"), 80)).toBe(true);
  });

  it("allows a single address without a mask", () => {
    const allow = parseOutboundAllow("10.1.2.3 ::1");
    expect(isAddressAllowed(allow, address("10.1.2.3"), 80)).toBe(true);
    expect(isAddressAllowed(allow, address("10.1.2.4"), 80)).toBe(false);
    expect(isAddressAllowed(allow, address("::1"), 80)).toBe(true);
  });

  it("allows a host with its port only", () => {
    const allow = parseOutboundAllow("Mail.Internal:25,[::1]:9000,127.0.0.1:8025");
    expect(isSocketAllowed(allow, "mail.internal.", 25)).toBe(true);
    expect(isSocketAllowed(allow, "mail.internal", 26)).toBe(false);
    expect(isSocketAllowed(allow, "[0:0::1]", 9000)).toBe(true);
    expect(isAddressAllowed(allow, address("127.0.0.1"), 8025)).toBe(true);
    expect(isAddressAllowed(allow, address("127.0.0.1"), 8026)).toBe(false);
  });

  it("is empty for an empty text", () => {
    expect(parseOutboundAllow(" , ").networks).toEqual([]);
  });

  it.each([
    "mail.internal",
    "10.1/8",
    "10.0.0.0/33",
    "host:0",
    "host:70000",
    "host:x",
    "http://host:80",
    "::1:25:x",
    "[::g]:25",
    "*",
  ])("rejects %s with an error that names it", (entry) => {
    expect(() => parseOutboundAllow(`10.0.0.0/8,${entry}`)).toThrow(
      `TIDINGS_OUTBOUND_ALLOW: "${entry}" is neither`,
    );
  });
});
