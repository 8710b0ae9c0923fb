import { describe, expect, test } from "vitest";
import { SNS_CERTIFICATE } from "../../simulator/webhooks/sns-certificate.ts";
import type { HttpResult } from "../provider.ts";
import { createCertificates } from "./certificates.ts";
import { certificateIn } from "./sns-certificate.ts";
import { UnjudgedReceipt } from "./unjudged.ts";

/** What a stranger who knows an integration's URL and topic can do to its certificates: nothing. */

const GENUINE = "https://sns.test/genuine.pem";
const ANSWERED = { kind: "answered", status: 200, headers: {}, body: "", isCut: false } as const;
const FOUND: HttpResult = { ...ANSWERED, body: SNS_CERTIFICATE };
const MISSING: HttpResult = { ...ANSWERED, status: 404 };
const READING = { read: certificateIn, isCached: true };

function world(answers: Partial<Record<string, HttpResult>> = {}) {
  const called: string[] = [];
  const clock = { nowMs: 0 };
  const certificates = createCertificates({
    nowMs: () => clock.nowMs,
    call: async ({ url }) => {
      called.push(url);
      return answers[url] ?? (url === GENUINE ? FOUND : MISSING);
    },
  });
  const fetchBy = (address: string, integrationId = "i1") => certificates.for({ integrationId, address });
  return { answers, called, clock, fetchBy };
}

describe("a certificate", () => {
  test("is fetched once for each integration; several requests at once share one call", async () => {
    const { called, fetchBy } = world();
    const together = [1, 2, 3, 4, 5, 6].map((n) => fetchBy(`192.0.2.${n}`)(GENUINE, READING));
    const found = await Promise.all(together);
    expect(new Set(found.map((one) => one?.fingerprint256)).size).toBe(1);
    await fetchBy("192.0.2.9")(GENUINE, READING);
    expect(called).toHaveLength(1);
    await fetchBy("192.0.2.9", "i2")(GENUINE, READING);
    expect(called).toHaveLength(2);
  });

  test("of an emulator is fetched each time", async () => {
    const { called, fetchBy } = world();
    for (let n = 0; n < 20; n += 1) await fetchBy("192.0.2.1")(GENUINE, { ...READING, isCached: false });
    expect(called).toHaveLength(20);
  });

  test("stays known, whatever number of other URLs fails or is refused", async () => {
    const { called, clock, fetchBy } = world();
    await fetchBy("192.0.2.1")(GENUINE, READING);
    for (let n = 0; n < 500; n += 1) {
      clock.nowMs += 10_000;
      expect(await fetchBy("203.0.113.7")(`https://sns.test/${n}.pem`, READING)).toBeUndefined();
    }
    const before = called.length;
    expect(await fetchBy("192.0.2.1")(GENUINE, READING)).toBeDefined();
    expect(called).toHaveLength(before);
  });

  test("is fetched for the vendor's address while a stranger's address is over its limit", async () => {
    const { called, clock, fetchBy } = world();
    const refused: unknown[] = [];
    for (let n = 0; n < 100; n += 1)
      await fetchBy("203.0.113.7")(`https://sns.test/${n}.pem`, READING).catch((error) =>
        refused.push(error),
      );
    expect(called).toHaveLength(10);
    expect(refused).toHaveLength(90);
    expect(refused.every((error) => error instanceof UnjudgedReceipt)).toBe(true);
    expect(await fetchBy("192.0.2.1")(GENUINE, READING)).toBeDefined();
    // Also for the stranger's own address, which may be that of a proxy, once it is known, and after a minute.
    expect(await fetchBy("203.0.113.7")(GENUINE, READING)).toBeDefined();
    await expect(fetchBy("203.0.113.7", "i2")(GENUINE, READING)).rejects.toThrow(UnjudgedReceipt);
    clock.nowMs += 60_000;
    expect(await fetchBy("203.0.113.7", "i2")(GENUINE, READING)).toBeDefined();
  });

  test("at most four look-ups of an address run at once", async () => {
    let release: (answer: HttpResult) => void = () => {};
    const held = new Promise<HttpResult>((resolve) => {
      release = resolve;
    });
    let calls = 0;
    const certificates = createCertificates({
      nowMs: () => 0,
      call: () => {
        calls += 1;
        return held;
      },
    });
    const fetchCertificate = certificates.for({ integrationId: "i1", address: "203.0.113.7" });
    const running = [1, 2, 3, 4].map((n) => fetchCertificate(`https://sns.test/${n}.pem`, READING));
    await expect(fetchCertificate("https://sns.test/5.pem", READING)).rejects.toThrow(UnjudgedReceipt);
    release(FOUND);
    expect((await Promise.all(running)).every((one) => one !== undefined)).toBe(true);
    expect(calls).toBe(4);
  });
});

describe("what the host answers", () => {
  const GONE = [403, 404, 410].map((status): HttpResult => ({ ...ANSWERED, status }));
  const WRONG: HttpResult[] = [
    ...GONE,
    { ...ANSWERED, body: "<html>" },
    { ...ANSWERED, body: SNS_CERTIFICATE + SNS_CERTIFICATE },
    { ...ANSWERED, body: `${SNS_CERTIFICATE}x` },
    { ...ANSWERED, body: SNS_CERTIFICATE.replace("MII", "AAA") },
    { ...ANSWERED, body: "x".repeat(65_536), isCut: true },
  ];
  const UNKNOWN: HttpResult[] = [
    ...[500, 503, 429, 302].map((status): HttpResult => ({ ...ANSWERED, status })),
    { ...ANSWERED, body: SNS_CERTIFICATE.slice(0, 500), isCut: true },
    { kind: "unreachable", reason: "refused" },
    { kind: "broken", reason: "reset" },
    { kind: "forbidden", reason: "private" },
  ];

  test.each(WRONG)("no certificate, or another file: known to be wrong for a minute", async (answer) => {
    const { answers, called, clock, fetchBy } = world({ [GENUINE]: answer });
    for (let n = 0; n < 2; n += 1) expect(await fetchBy("a")(GENUINE, READING)).toBeUndefined();
    expect(called).toHaveLength(1);
    clock.nowMs += 60_000;
    answers[GENUINE] = FOUND;
    expect(await fetchBy("a")(GENUINE, READING)).toBeDefined();
  });

  test.each(UNKNOWN)(
    "nothing that could be judged: neither genuine nor wrong, for some seconds",
    async (answer) => {
      const { answers, called, clock, fetchBy } = world({ [GENUINE]: answer });
      for (let n = 0; n < 2; n += 1)
        await expect(fetchBy("a")(GENUINE, READING)).rejects.toThrow(UnjudgedReceipt);
      expect(called).toHaveLength(1);
      clock.nowMs += 5_000;
      answers[GENUINE] = FOUND;
      expect(await fetchBy("a")(GENUINE, READING)).toBeDefined();
    },
  );
});
