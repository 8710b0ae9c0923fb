import { setTimeout as sleep } from "node:timers/promises";
import { type BriefClient, openBriefClient } from "./noisy-requests.ts";

/** What another environment and a supervisor observed during an attack. */
export type Watched = {
  longestLivezMs: number;
  slowestMessageMs: number;
  messages: number;
  /** The neighbour's responses with status 400 and above, and its requests without a response. */
  refusals: string[];
};

export type Watch = {
  /** True when `/livez` has not responded for so long that waiting makes no sense. */
  readonly isHopeless: boolean;
  /** Waits a few seconds at most for requests in progress. */
  stop(): Promise<Watched>;
};

const LIVEZ_EVERY_MS = 100;
const ROUND_EVERY_MS = 500;
const LOOK_EVERY_MS = 25;
/** Longer than any allowed time, so that waiting longer is not necessary. */
const PATIENCE_MS = 6_000;
/** A workflow without a template, and the sample workflow. */
const WORKFLOWS = ["plain", "welcome"];

/**
 * Calls `/livez` every 100 ms on its own connection. Every 500 ms the neighbour triggers two workflows and reads their
 * messages.
 */
export function watchNeighbour(url: string, apiKey: string): Watch {
  const seen: Watched = { longestLivezMs: 0, slowestMessageMs: 0, messages: 0, refusals: [] };
  const [supervisor, neighbour] = [openBriefClient(url), openBriefClient(url, apiKey)];
  const stopping = new AbortController();
  const rounds = new Set<Promise<void>>();
  const livez = askLivez(supervisor, seen, stopping.signal);
  const triggering = (async () => {
    while (!stopping.signal.aborted) {
      for (const name of WORKFLOWS) {
        const round = triggerAndRead(neighbour, name, seen).finally(() => rounds.delete(round));
        rounds.add(round);
      }
      await sleep(ROUND_EVERY_MS);
    }
  })();
  return {
    get isHopeless() {
      return seen.longestLivezMs >= PATIENCE_MS;
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([livez, triggering, ...rounds]);
      supervisor.close();
      neighbour.close();
      return seen;
    },
  };
}

async function askLivez(client: BriefClient, seen: Watched, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const answer = await client.call({ method: "GET", path: "/livez" }, AbortSignal.timeout(PATIENCE_MS));
    seen.longestLivezMs = Math.max(seen.longestLivezMs, answer.tookMs);
    if (answer.status !== 200) seen.refusals.push(`/livez ${answer.status} ${answer.text.slice(0, 100)}`);
    await sleep(LIVEZ_EVERY_MS);
  }
}

async function triggerAndRead(client: BriefClient, name: string, seen: Watched): Promise<void> {
  const since = performance.now();
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const to = { subscriberId: "nora", email: "nora@example.com" };
  const body = { name, to, payload: { text: "hello" } };
  const answer = await client.call({ method: "POST", path: "/v1/events/trigger", body }, patience);
  const describe = (status: number, text: string) => `${name} ${status} ${text.slice(0, 150)}`;
  let isReadable = false;
  if (answer.status !== 201) seen.refusals.push(describe(answer.status, answer.text));
  else {
    const path = `/v1/messages?channel=in_app&transactionId=${JSON.parse(answer.text).transactionId}`;
    while (!isReadable && !patience.aborted) {
      const page = await client.call({ method: "GET", path }, patience);
      if (page.status !== 200) seen.refusals.push(describe(page.status, page.text));
      else isReadable = JSON.parse(page.text).data.length > 0;
      if (!isReadable) await sleep(LOOK_EVERY_MS);
    }
    seen.slowestMessageMs = Math.max(seen.slowestMessageMs, performance.now() - since);
  }
  if (isReadable) seen.messages += 1;
}
