import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { HttpConnection, type Request, type Response, type Target } from "./http-connection.ts";

export type { Target } from "./http-connection.ts";

/** What the load generator saw. */
export type Load = {
  latenciesMs: number[];
  /** Of all answers, also those of refused requests. */
  statuses: Map<number, number>;
  tookMs: number;
};

type ClosedLoop = { count: number; connections: number; request: (index: number) => Request };

const OVERLOADED = [429, 503];
const RETRY_AFTER_MS = 100;
const MOST_RETRIES = 600;

/**
 * As fast as possible: each connection sends the next request after the response. A request that the service refuses because it
 * is overloaded is sent again. A latency counts from the first sending.
 */
export async function asFastAsPossible(
  target: Target,
  { count, connections, request }: ClosedLoop,
): Promise<Load> {
  const load: Load = { latenciesMs: [], statuses: new Map(), tookMs: 0 };
  const startMs = performance.now();
  let next = 0;
  const sendLoop = async () => {
    const connection = new HttpConnection(target);
    while (next < count) {
      const text = request(next++);
      const sentMs = performance.now();
      for (let retries = 0; retries <= MOST_RETRIES; retries += 1) {
        const { status } = await connection.send(text);
        noteStatus(load, status);
        if (!OVERLOADED.includes(status)) break;
        await sleep(RETRY_AFTER_MS);
      }
      load.latenciesMs.push(performance.now() - sentMs);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: Math.min(connections, count) }, sendLoop));
  load.tookMs = performance.now() - startMs;
  return load;
}

/** `asFastAsPossible` with POSTs to one path. */
export function post(
  target: Target,
  path: string,
  { count, connections, body }: { count: number; connections: number; body: (index: number) => string },
): Promise<Load> {
  return asFastAsPossible(target, { count, connections, request: (index) => ({ path, body: body(index) }) });
}

type OpenLoop = {
  perSecond: number;
  shouldContinue: () => boolean;
  request: (index: number) => Request;
  /** Requests in flight; further ones wait, and their latency grows. Default 512. */
  maxConnections?: number;
};

/**
 * At a steady rate, without waiting for responses. A refused request (not 2xx) counts as infinitely slow. A latency counts from the planned moment of the request, so a service that
 * stalls is charged for every request that was due meanwhile.
 */
export async function atRate(target: Target, open: OpenLoop): Promise<Load> {
  const load: Load = { latenciesMs: [], statuses: new Map(), tookMs: 0 };
  const pool = new Pool(target, open.maxConnections ?? 512);
  const calls: Promise<void>[] = [];
  const startMs = performance.now();
  for (let index = 0; open.shouldContinue(); index += 1) {
    const plannedMs = startMs + (index * 1_000) / open.perSecond;
    const waitMs = plannedMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    else if (index % 16 === 0) await nextTurn();
    const call = pool.send(open.request(index)).then(({ status }) => {
      const isAccepted = status >= 200 && status < 300;
      load.latenciesMs.push(isAccepted ? performance.now() - plannedMs : Number.POSITIVE_INFINITY);
      noteStatus(load, status);
    });
    // `Promise.all` rejects with it at the end; until then it must not end the process.
    call.catch(() => {});
    calls.push(call);
  }
  try {
    await Promise.all(calls);
  } finally {
    pool.close();
  }
  load.tookMs = performance.now() - startMs;
  return load;
}

function noteStatus(load: Load, status: number): void {
  load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
}

/** Connections that are opened when all others are busy; the one that was used last is used first. */
class Pool {
  private readonly target: Target;
  private readonly max: number;
  private readonly all: HttpConnection[] = [];
  private readonly free: HttpConnection[] = [];
  private readonly waiting: ((connection: HttpConnection) => void)[] = [];

  constructor(target: Target, max: number) {
    this.target = target;
    this.max = max;
  }

  async send(request: Request): Promise<Response> {
    const connection = this.free.pop() ?? this.open() ?? (await this.nextFree());
    const response = await connection.send(request);
    const next = this.waiting.shift();
    if (next) next(connection);
    else this.free.push(connection);
    return response;
  }

  close(): void {
    for (const connection of this.all) connection.close();
  }

  private open(): HttpConnection | undefined {
    if (this.all.length >= this.max) return undefined;
    const connection = new HttpConnection(this.target);
    this.all.push(connection);
    return connection;
  }

  private nextFree(): Promise<HttpConnection> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

/** Returns how many requests were refused because of overload. @throws Error when an answer had another status than this one */
export function expectOnly(status: number, { statuses }: Load): number {
  if ([...statuses.keys()].some((one) => one !== status && !OVERLOADED.includes(one)))
    throw new Error(`statuses ${JSON.stringify([...statuses])}`);
  return OVERLOADED.reduce((sum, one) => sum + (statuses.get(one) ?? 0), 0);
}

/** The value below which this share of the values lies; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
