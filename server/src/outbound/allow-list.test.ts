import { describe, expect, it } from "vitest";
import { parseAddress } from "./address.ts";
import { isAddressAllowed, isSocketAllowed, parseOutboundAllow } from "./allow-list.ts";

function address(text: string) {
  const parsed = parseAddress(text);
  if (!parsed) throw new Error(text);
  return parsed;
}

describe("the list of what the operator has opened", () => {
  it("opens the addresses of a network on every port", () => {
    const allow = parseOutboundAllow("10.1.0.0/16, fd00:1::/32");
    expect(isAddressAllowed(allow, address("10.1.255.3"), 443)).toBe(true);
    expect(isAddressAllowed(allow, address("10.2.0.1"), 443)).toBe(false);
    expect(isAddressAllowed(allow, address("fd00:1::9"), 443)).toBe(true);
    expect(isAddressAllowed(allow, address("fd00:2::9"), 443)).toBe(false);
  });

  it("knows a mapped address as the IPv4 address it is", () => {
    expect(isAddressAllowed(parseOutboundAllow("10.0.0.0/8"), address("::ffff:10.0.0.1"), 80)).toBe(true);
  });

  it("opens one address without a mask", () => {
    const allow = parseOutboundAllow("10.1.2.3 ::1");
    expect(isAddressAllowed(allow, address("10.1.2.3"), 80)).toBe(true);
    expect(isAddressAllowed(allow, address("10.1.2.4"), 80)).toBe(false);
    expect(isAddressAllowed(allow, address("::1"), 80)).toBe(true);
  });

  it("opens a host with its port and with no other", () => {
    const allow = parseOutboundAllow("Mail.Internal:25,[::1]:9000,127.0.0.1:8025");
    expect(isSocketAllowed(allow, "mail.internal.", 25)).toBe(true);
    expect(isSocketAllowed(allow, "mail.internal", 26)).toBe(false);
    expect(isSocketAllowed(allow, "[0:0::1]", 9000)).toBe(true);
    expect(isAddressAllowed(allow, address("127.0.0.1"), 8025)).toBe(true);
    expect(isAddressAllowed(allow, address("127.0.0.1"), 8026)).toBe(false);
  });

  it("is empty when nothing is written", () => {
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
  ])("refuses %s with a sentence that names it", (entry) => {
    expect(() => parseOutboundAllow(`10.0.0.0/8,${entry}`)).toThrow(
      `TIDINGS_OUTBOUND_ALLOW: "${entry}" is neither`,
    );
  });
});
