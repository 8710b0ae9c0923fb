import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { createClientAddress, parseTrustedProxies } from "./client-address.ts";

const addressOf = (remoteAddress: string | undefined, forwarded?: string, proxies = "") =>
  createClientAddress(parseTrustedProxies(proxies))({
    socket: { remoteAddress } as Socket,
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  });

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  [undefined, "unknown"],
])("a request from %s counts for %s", (remote, expected) => {
  expect(addressOf(remote)).toBe(expected);
});

test("X-Forwarded-For counts only from a trusted proxy, and only the entries of trusted proxies", () => {
  const proxies = "10.0.0.0/8, 192.0.2.1 fd00::/8";
  expect(addressOf("192.0.2.7", "203.0.113.1", proxies)).toBe("192.0.2.7");
  expect(addressOf("10.1.2.3", "203.0.113.1")).toBe("10.1.2.3");
  expect(addressOf("10.1.2.3", "203.0.113.1", proxies)).toBe("203.0.113.1");
  expect(addressOf("::ffff:10.1.2.3", "198.51.100.9, 203.0.113.1, 192.0.2.1", proxies)).toBe("203.0.113.1");
  expect(addressOf("fd00::1", "2001:db8::5, 10.0.0.1", proxies)).toBe("2001:db8::/64");
  expect(addressOf("10.1.2.3", "10.0.0.2", proxies)).toBe("10.0.0.2");
});

test.each(["", "unknown", "203.0.113.1:80", "1", "0x7f.1", "203.0.113.1,"])(
  "given a trusted proxy that sent %j, the proxy's own address counts",
  (forwarded) => {
    expect(addressOf("10.1.2.3", forwarded, "10.1.2.3")).toBe("10.1.2.3");
  },
);

test.each(["10.0.0.0/33", "proxy.internal", "10.1", "10.0.0.1:80"])(
  "trusted proxies: %j is refused",
  (text) => {
    expect(() => parseTrustedProxies(text)).toThrow(`"${text}" is neither`);
  },
);
