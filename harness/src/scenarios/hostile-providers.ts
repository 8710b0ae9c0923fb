import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { compressionBomb } from "../compression-bomb.ts";
import { groupBy } from "../ledger.ts";
import { listenOnLoopback } from "../loopback.ts";
import { percentile, type Span, textTimes } from "../response-times.ts";
import { resetPeak, megabytes, memoryOf, peakMemoryOf } from "../process-facts.ts";
import type { Behaviour } from "../scripted-answers.ts";
import type { Scenario, TestBed } from "../scenario.ts";

/** An answer, and what the product must take it for (reliability-facts 4.3). */
type Hostility = { name: string; behaviour: Behaviour; taken: "sent" | "sent later" | "config_error" };

const MOST_GROWTH = 20 * 1024 * 1024;
const PROMPT_MS = 1_500;

async function hostilities(trap: string, size: TestBed["size"]): Promise<Hostility[]> {
  const bytes = (status: number, body: string | Buffer, headers = {}): Behaviour => ({
    kind: "bytes",
    ...{ status, body, headers },
  });
  const packed = async (encoding: "br" | "gzip") =>
    bytes(200, await compressionBomb(encoding, size(100, 250, 2_000)), { "content-encoding": encoding });
  const fast: Hostility[] = [
    { name: "100 MB", behaviour: { kind: "huge" }, taken: "sent" },
    { name: "no end", behaviour: { kind: "endless", status: 200 }, taken: "sent" },
    { name: "500 without an end", behaviour: { kind: "endless", status: 500 }, taken: "sent later" },
    { name: "gzip bomb", behaviour: await packed("gzip"), taken: "sent" },
    { name: "brotli bomb", behaviour: await packed("br"), taken: "sent" },
    { name: "wrong JSON", behaviour: { kind: "wrong_json" }, taken: "sent" },
    { name: "deep JSON", behaviour: bytes(200, "[".repeat(60_000)), taken: "sent" },
    { name: "HTML", behaviour: bytes(200, "<html>ok", { "content-type": "text/html" }), taken: "sent" },
    { name: "no id", behaviour: bytes(202, "{}"), taken: "sent" },
    { name: "key known", behaviour: bytes(409, '{"error":"idempotency key already used"}'), taken: "sent" },
    { name: "redirect", behaviour: { kind: "redirect", to: trap }, taken: "config_error" },
  ];
  const slow: Hostility[] = [
    { name: "slow drip", behaviour: { kind: "drip", status: 200 }, taken: "sent" },
    { name: "silence", behaviour: { kind: "hang" }, taken: "sent later" },
  ];
  return [...fast, ...(size(0, 1, 1) === 1 ? slow : [])];
}

/** Answers that are to fill memory, hold places or lead astray; texts through another provider go on as if nothing were. */
export const hostileProviders: Scenario = {
  id: "F-P7",
  title: "hostile answers of providers",
  runsAlone: true,
  failpoints: "lease_seconds=30,unclear_ms=1000",
  nodeOptions: `--import=${new URL("../frequent-gc.js", import.meta.url)}`,
  perSecond: 30,
  nextTrigger: (traffic, n) => traffic.of(n % 2 === 0 ? "letter" : "text", n),
  run: async (testBed) => {
    const trap = await openTrap();
    const met = new Map<string, Hostility>();
    const all = await hostilities(trap.url, testBed.size);
    await warmUp(testBed);
    await sleep(testBed.size(2_000, 5_000, 20_000));
    const before = testBed.cluster.workers.map(({ process }) => {
      const pid = process?.pid as number;
      const ordinaryPeak = peakMemoryOf(pid);
      resetPeak(pid);
      return { pid, memory: memoryOf(pid), ordinaryPeak };
    });
    const span: Span = { from: Date.now(), until: Number.POSITIVE_INFINITY };
    testBed.mailProvider.setScript(({ mark, nth }) => {
      if (nth > 1) return { kind: "ok" };
      const hostility = all[met.size % all.length] as Hostility;
      met.set(mark, hostility);
      return hostility.behaviour;
    });
    await sleep(testBed.size(3_000, 10_000, 90_000));
    span.until = Date.now();
    testBed.afterSettling(async () => {
      for (const { pid, memory, ordinaryPeak } of before) {
        const growth = peakMemoryOf(pid) - memory;
        const figures = `${megabytes(memory)} before (peak so far ${megabytes(ordinaryPeak)})`;
        testBed.log(`worker ${pid}: ${figures}, ${megabytes(growth)} more at its peak`);
        testBed.expect(growth < MOST_GROWTH, `a worker grew by ${megabytes(growth)}`);
      }
      testBed.expectAllAlive();
      expectPrompt(testBed, span);
      await expectTaken(testBed, met);
      testBed.expect(trap.visits() === 0, `a redirect was followed ${trap.visits()} times`);
      trap.close();
    });
  },
};

const CROWDS = 6;
const IN_ONE_CALL = 100;

/** Ordinary letters and texts, many at once: what a worker holds for those it will hold for any. */
async function warmUp({ client, traffic }: TestBed): Promise<void> {
  for (let crowd = 1; crowd <= CROWDS; crowd += 1) {
    const numbers = Array.from({ length: IN_ONE_CALL }, (_, n) => crowd * 1_000_000 + n);
    await client.bulk(numbers.map((n) => traffic.of(n % 2 === 0 ? "letter" : "text", n)));
  }
}

async function openTrap() {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  const port = await listenOnLoopback(server);
  return { url: `http://127.0.0.1:${port}/`, visits: () => visits, close: () => void server.close() };
}

function expectPrompt(testBed: TestBed, span: Span): void {
  const times = textTimes(testBed, span);
  const late = percentile(times, 0.95);
  testBed.log(`${times.length} texts meanwhile: p50 ${percentile(times, 0.5)} ms, p95 ${late} ms`);
  testBed.expect(late < PROMPT_MS, `texts took ${late} ms (p95) beside hostile letters`);
}

type Row = { mark: string; status: string; error: string | null; attempts: number };

const BECOMES: Record<Hostility["taken"], string> = {
  sent: "sent after 1",
  "sent later": "sent after 2",
  config_error: "provider_config_error after 1",
};

/** Every kind of answer came to what the table of outcomes says. */
async function expectTaken(testBed: TestBed, met: ReadonlyMap<string, Hostility>): Promise<void> {
  const { rows } = await testBed.cluster.withDatabase((client) =>
    client.query<Row>(`select m.transaction_id || '|' || s.subscriber_id || '|email' as mark, status,
      error_id as error, attempts from messages m join subscribers s on s.id = m.subscriber_id
      where channel = 'email'`),
  );
  const became = new Map(
    rows.map(({ mark, status, error, attempts }) => [mark, `${error ?? status} after ${attempts}`]),
  );
  for (const [mark, { name, taken }] of met) {
    const what = became.get(mark) ?? "not there";
    testBed.expect(what === BECOMES[taken], `${mark} was answered with "${name}" and is ${what}`);
  }
  const kinds = groupBy([...met.values()], ({ name }) => name);
  testBed.log([...kinds].map(([name, all]) => `${all.length} × ${name}`).join(", "));
}
