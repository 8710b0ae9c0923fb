import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemTime } from "../foundation/clock.ts";
import { isPublic, parseAddress } from "./address.ts";
import { parseOutboundAllow } from "./allow-list.ts";
import type { Lookup } from "./guard.ts";
import { createOutbound } from "./outbound.ts";

/** Listens on every address of this machine and counts connections. */
async function countingListener() {
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((ready) => server.listen(0, "::", ready));
  return { server, port: (server.address() as AddressInfo).port, connections: () => connections };
}

let listener: Awaited<ReturnType<typeof countingListener>>;
beforeAll(async () => {
  listener = await countingListener();
});
afterAll(() => new Promise((done) => listener.server.close(done)));

function outboundWith(lookup?: Lookup, allow = parseOutboundAllow("")) {
  return createOutbound({ allow, time: systemTime, ...(lookup ? { lookup } : {}) });
}

const SPELLINGS_OF_THIS_MACHINE = [
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "127.255.255.254",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "017700000001",
  "%31%32%37.0.0.1",
  "１２７.0.0.1",
  "127。0。0。1",
  "①②⑦.0.0.1",
  "0",
  "0.0.0.0",
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[2002:7f00:1::]",
  "localhost",
  "LOCALHOST",
  "localhost.",
];

const OTHER_FORBIDDEN_HOSTS = [
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "169.254.169.254",
  "[::ffff:169.254.169.254]",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "168.63.129.16",
  "[100:0:0:1::1]",
  "[64:ff9b:1::1]",
  "[2001::1]",
  "[2001:db8::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "metadata.google.internal",
  "metadata.google.internal.",
  "METADATA.azure.com",
  "metadata",
];

describe("outbound guard", () => {
  it.each([...SPELLINGS_OF_THIS_MACHINE, ...OTHER_FORBIDDEN_HOSTS])(
    "does not connect to http://%s",
    async (host) => {
      const outbound = outboundWith();
      const answer = await outbound.request({ method: "GET", url: `http://${host}:${listener.port}/` });
      expect(answer.kind).toBe("forbidden");
      expect(listener.connections()).toBe(0);
      outbound.close();
    },
  );

  it.each([...SPELLINGS_OF_THIS_MACHINE.filter((host) => !/[^\x20-\x7e]|%/.test(host))])(
    "does not resolve the mail host %s",
    async (host) => {
      const resolved = await outboundWith().resolve(host, listener.port);
      expect(resolved.kind).toBe("forbidden");
    },
  );

  it.each([
    ["ftp://example.com/", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["gopher://127.0.0.1:25/_MAIL", "scheme"],
    ["http://user@example.com/", "user name"],
    ["http://:pass@example.com/", "password"],
    ["http://example.com:22/", "port 22"],
    ["https://example.com:25/", "port 25"],
    ["http://exa mple.com/", "not valid"],
    ["http://", "not valid"],
    ["example.com", "not valid"],
    ["", "not valid"],
    ["http://-x.example/", "not a valid name"],
  ])("refuses %s: %s", async (url, word) => {
    const answer = await outboundWith().request({ method: "GET", url });
    expect(answer).toMatchObject({ kind: "forbidden", reason: expect.stringContaining(word) });
  });

  it("refuses a name when one of its addresses is private", async () => {
    const outbound = outboundWith(async () => ["93.184.216.34", "127.0.0.1"]);
    const answer = await outbound.request({ method: "GET", url: `http://mixed.example:${listener.port}/` });
    expect(answer.kind).toBe("forbidden");
    expect(listener.connections()).toBe(0);
  });

  it("the listener of these tests notices connections", async () => {
    const own = await countingListener();
    for (const host of ["127.0.0.1", "[::1]"]) {
      const outbound = outboundWith(undefined, parseOutboundAllow(`${host}:${own.port}`));
      const answer = await outbound.request({ method: "GET", url: `http://${host}:${own.port}/` });
      expect(answer.kind).toBe("broken");
    }
    expect(own.connections()).toBe(2);
    await new Promise((done) => own.server.close(done));
  });

  it("connects to the checked address, even when the name resolves differently afterwards", async () => {
    let lookups = 0;
    const rebinding: Lookup = async () => (++lookups === 1 ? ["192.0.2.1"] : ["127.0.0.1"]);
    const allow = parseOutboundAllow("192.0.2.0/24");
    const timeouts = { connectMs: 200, firstByteMs: 200, totalMs: 300 };
    const outbound = createOutbound({ allow, time: systemTime, lookup: rebinding, timeouts });
    const url = `http://rebind.example:${listener.port}/`;
    expect((await outbound.request({ method: "GET", url })).kind).toBe("unreachable");
    expect(lookups).toBe(1);
    expect((await outbound.request({ method: "GET", url })).kind).toBe("forbidden");
    expect(listener.connections()).toBe(0);
  });

  it("resolves a name once for concurrent calls", async () => {
    let lookups = 0;
    const outbound = outboundWith(async () => {
      lookups += 1;
      return ["10.0.0.1"];
    });
    await Promise.all(Array.from({ length: 20 }, () => outbound.resolve("mail.example", 587)));
    expect(lookups).toBe(1);
  });

  it("returns one checked address for a mail server", async () => {
    const outbound = outboundWith(async () => ["93.184.216.34", "2606:4700::1111"]);
    expect(await outbound.resolve("mail.example", 25)).toEqual({
      kind: "resolved",
      address: "93.184.216.34",
    });
    expect(await outbound.resolve("mail.example", 22)).toMatchObject({ kind: "forbidden" });
    expect(await outbound.resolve("mail.example", Number.NaN)).toMatchObject({ kind: "forbidden" });
    expect(await outbound.resolve("a\r\nb", 25)).toMatchObject({ kind: "forbidden" });
  });

  it("an unknown name is unreachable, not an exception", async () => {
    const outbound = outboundWith(async () => Promise.reject(new Error("ENOTFOUND")));
    expect(await outbound.resolve("nobody.example", 25)).toMatchObject({ kind: "unreachable" });
    const answer = await outbound.request({ method: "GET", url: "http://nobody.example/" });
    expect(answer).toEqual({ kind: "unreachable", reason: "the name nobody.example could not be resolved" });
  });

  it.each(["8.8.8.8", "1.1.1.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"])(
    "%s is public",
    (text) => {
      const address = parseAddress(text);
      expect(address && isPublic(address)).toBe(true);
    },
  );
});
