import { setTimeout as sleep } from "node:timers/promises";
import { type BriefClient, openBriefClient, retryingWhenShed } from "./noisy-requests.ts";

/** What another environment observed during an attack. */
export type Watched = {
  /** Milliseconds from each trigger until its message could be read. */
  messages: number[];
  /** Responses with status 400 and above, and requests without a response. */
  refusals: string[];
};

export type Watch = {
  /** Waits a few seconds at most for requests in progress. */
  stop(): Promise<Watched>;
};

const ROUND_EVERY_MS = 500;
const LOOK_EVERY_MS = 25;
/** Longer than any allowed time on an idle machine, so that waiting longer is not necessary. */
const PATIENCE_MS = 10_000;
/** A workflow without a template, and the sample workflow. */
const WORKFLOWS = ["plain", "welcome"];

/** Every 500 ms the neighbour triggers two workflows and reads their messages. `slowness` is that of the machine. */
export function watchNeighbour(url: string, apiKey: string, slowness: number): Watch {
  const seen: Watched = { messages: [], refusals: [] };
  const neighbour = retryingWhenShed(openBriefClient(url, apiKey), slowness);
  const stopping = new AbortController();
  const rounds = new Set<Promise<void>>();
  const triggering = (async () => {
    while (!stopping.signal.aborted) {
      for (const name of WORKFLOWS) {
        const patience = AbortSignal.timeout(Math.ceil(PATIENCE_MS * slowness));
        const round = triggerAndRead(neighbour, { name, patience }, seen).finally(() => rounds.delete(round));
        rounds.add(round);
      }
      await sleep(ROUND_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([triggering, ...rounds]);
      neighbour.close();
      return seen;
    },
  };
}

type Round = { name: string; patience: AbortSignal };

async function triggerAndRead(client: BriefClient, { name, patience }: Round, seen: Watched): Promise<void> {
  const since = performance.now();
  const to = { subscriberId: "nora", email: "nora@example.com" };
  const body = { name, to, payload: { text: "hello" } };
  const answer = await client.call({ method: "POST", path: "/v1/events/trigger", body }, patience);
  const describe = (status: number, text: string) => `${name} ${status} ${text.slice(0, 150)}`;
  if (answer.status !== 201) {
    seen.refusals.push(describe(answer.status, answer.text));
    return;
  }
  const path = `/v1/messages?channel=in_app&transactionId=${JSON.parse(answer.text).transactionId}`;
  let isReadable = false;
  while (!isReadable && !patience.aborted) {
    const page = await client.call({ method: "GET", path }, patience);
    if (page.status !== 200) seen.refusals.push(describe(page.status, page.text));
    else isReadable = JSON.parse(page.text).data.length > 0;
    if (!isReadable) await sleep(LOOK_EVERY_MS);
  }
  seen.messages.push(performance.now() - since);
}
