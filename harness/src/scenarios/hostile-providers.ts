import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { compressionBomb } from "../compression-bomb.ts";
import { groupBy } from "../ledger.ts";
import { listenOnLoopback } from "../loopback.ts";
import { megabytes, memoryOf, peakMemoryOf, resetPeak } from "../process-facts.ts";
import { expectNotSlower, type Span, smsTimes } from "../response-times.ts";
import { LONG_LEASE_SECONDS, type Scenario, type TestBed } from "../scenario.ts";
import type { Behaviour } from "../scripted-answers.ts";

/** A hostile answer of a provider, and the outcome that the product must record. */
type HostileAnswer = { name: string; behaviour: Behaviour; outcome: "sent" | "sent later" | "config_error" };

const MAX_GROWTH = 20 * 1024 * 1024;
/** How much later than before the hostile answers SMS may be, beyond the half; on an idle machine. */
const NOISE_MS = 1_000;
const COMPARED = 40;
const WARM_UP_LIMIT_MS = 60_000;

async function hostileAnswers(redirectUrl: string, size: TestBed["size"]): Promise<HostileAnswer[]> {
  const bytes = (status: number, body: string | Buffer, headers = {}): Behaviour => ({
    kind: "bytes",
    status,
    body,
    headers,
  });
  const packed = async (encoding: "br" | "gzip") =>
    bytes(200, await compressionBomb(encoding, size(100, 250, 2_000)), { "content-encoding": encoding });
  const fast: HostileAnswer[] = [
    { name: "100 MB", behaviour: { kind: "huge" }, outcome: "sent" },
    { name: "no end", behaviour: { kind: "endless", status: 200 }, outcome: "sent" },
    { name: "500 without an end", behaviour: { kind: "endless", status: 500 }, outcome: "sent later" },
    { name: "gzip bomb", behaviour: await packed("gzip"), outcome: "sent" },
    { name: "brotli bomb", behaviour: await packed("br"), outcome: "sent" },
    { name: "wrong JSON", behaviour: { kind: "wrong_json" }, outcome: "sent" },
    { name: "deep JSON", behaviour: bytes(200, "[".repeat(60_000)), outcome: "sent" },
    { name: "HTML", behaviour: bytes(200, "<html>ok", { "content-type": "text/html" }), outcome: "sent" },
    { name: "no id", behaviour: bytes(202, "{}"), outcome: "sent" },
    { name: "key known", behaviour: bytes(409, '{"error":"idempotency key already used"}'), outcome: "sent" },
    { name: "redirect", behaviour: { kind: "redirect", to: redirectUrl }, outcome: "config_error" },
  ];
  const slow: HostileAnswer[] = [
    { name: "slow drip", behaviour: { kind: "drip", status: 200 }, outcome: "sent" },
    { name: "silence", behaviour: { kind: "hang" }, outcome: "sent later" },
  ];
  return [...fast, ...(size(0, 1, 1) === 1 ? slow : [])];
}

/** Answers that could fill memory, block workers or redirect them; SMS through another provider must not be affected. */
export const hostileProviders: Scenario = {
  id: "F-P7",
  title: "hostile answers of providers",
  runsAlone: true,
  leaseSeconds: LONG_LEASE_SECONDS,
  failpoints: "unclear_ms=1000",
  nodeOptions: `--import=${new URL("../frequent-gc.js", import.meta.url)}`,
  perSecond: 30,
  nextTrigger: (traffic, n) => traffic.of(n % 2 === 0 ? "email" : "sms", n),
  run: async (testBed) => {
    const redirectTarget = await openRedirectTarget();
    const given = new Map<string, HostileAnswer>();
    const all = await hostileAnswers(redirectTarget.url, testBed.size);
    const usual = await warmUp(testBed);
    const before = testBed.cluster.workers.map(({ process }) => {
      const pid = process?.pid as number;
      const ordinaryPeak = peakMemoryOf(pid);
      resetPeak(pid);
      return { pid, memory: memoryOf(pid), ordinaryPeak };
    });
    const hostile: Span = { from: Date.now(), until: Number.POSITIVE_INFINITY };
    testBed.mailProvider.setScript(({ mark, nth }) => {
      if (nth > 1) return { kind: "ok" };
      const answer = all[given.size % all.length] as HostileAnswer;
      given.set(mark, answer);
      return answer.behaviour;
    });
    await sleep(testBed.size(3_000, 10_000, 90_000));
    await testBed.waitUntil(() => smsTimes(testBed, hostile).length >= COMPARED, WARM_UP_LIMIT_MS);
    hostile.until = Date.now();
    testBed.afterSettling(async () => {
      for (const { pid, memory, ordinaryPeak } of before) {
        const growth = peakMemoryOf(pid) - memory;
        const figures = `${megabytes(memory)} before (peak so far ${megabytes(ordinaryPeak)})`;
        testBed.log(`worker ${pid}: ${figures}, ${megabytes(growth)} more at its peak`);
        testBed.expect(growth < MAX_GROWTH, `a worker grew by ${megabytes(growth)}`);
      }
      testBed.expectAllAlive();
      const times = { before: smsTimes(testBed, usual), during: smsTimes(testBed, hostile) };
      expectNotSlower(testBed, "SMS", { ...times, share: 0.95, noiseMs: NOISE_MS });
      await expectOutcomes(testBed, given);
      const visits = redirectTarget.visits();
      testBed.expect(visits === 0, `a redirect was followed ${visits} times`);
      redirectTarget.close();
    });
  },
};

const WARM_UP_CALLS = 6;
const TRIGGERS_PER_CALL = 100;

/**
 * Sends ordinary emails and SMS in bulk, so that the workers reach their usual memory before it is measured; then waits for
 * enough SMS that the later ones are compared with. @returns the span of those.
 */
async function warmUp(testBed: TestBed): Promise<Span> {
  const { client, traffic, mailProvider, smsProvider, waitUntil, size } = testBed;
  for (let call = 1; call <= WARM_UP_CALLS; call += 1) {
    const numbers = Array.from({ length: TRIGGERS_PER_CALL }, (_, n) => call * 1_000_000 + n);
    await client.bulk(numbers.map((n) => traffic.of(n % 2 === 0 ? "email" : "sms", n)));
  }
  // The client goes on beside it, so that what is acknowledged later is never all sent.
  const { acknowledged } = client;
  const sent = () => mailProvider.calls.length + smsProvider.calls.length;
  await waitUntil(() => sent() >= acknowledged, WARM_UP_LIMIT_MS);
  const span = { from: Date.now(), until: Number.POSITIVE_INFINITY };
  const compared = () => smsTimes(testBed, span).filter(Number.isFinite).length;
  await waitUntil(() => compared() >= COMPARED, WARM_UP_LIMIT_MS);
  await sleep(size(0, 5_000, 20_000));
  // Those that were acknowledged last have arrived before the hostile answers begin.
  span.until = Date.now();
  await waitUntil(() => smsTimes(testBed, span).every(Number.isFinite), WARM_UP_LIMIT_MS);
  return span;
}

async function openRedirectTarget() {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  const port = await listenOnLoopback(server);
  return { url: `http://127.0.0.1:${port}/`, visits: () => visits, close: () => void server.close() };
}

type Row = { mark: string; status: string; error: string | null; attempts: number };

const EXPECTED: Record<HostileAnswer["outcome"], string> = {
  sent: "sent after 1",
  "sent later": "sent after 2",
  config_error: "provider_config_error after 1",
};

/** Expects the right outcome for every answer. */
async function expectOutcomes(testBed: TestBed, given: ReadonlyMap<string, HostileAnswer>): Promise<void> {
  const { rows } = await testBed.cluster.withDatabase((client) =>
    client.query<Row>(`select t.transaction_id || '|' || s.subscriber_id || '|email' as mark, status,
      error_id as error, attempts from messages m join subscribers s on s.id = m.subscriber_id
      join notifications n on n.id = m.notification_id join triggers t on t.id = n.trigger_id
      where channel = 'email'`),
  );
  const outcomes = new Map(
    rows.map(({ mark, status, error, attempts }) => [mark, `${error ?? status} after ${attempts}`]),
  );
  for (const [mark, { name, outcome }] of given) {
    const actual = outcomes.get(mark) ?? "missing";
    testBed.expect(actual === EXPECTED[outcome], `${mark} was answered with "${name}" and is ${actual}`);
  }
  const kinds = groupBy([...given.values()], ({ name }) => name);
  testBed.log([...kinds].map(([name, all]) => `${all.length} × ${name}`).join(", "));
}
