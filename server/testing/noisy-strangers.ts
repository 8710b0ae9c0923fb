import { type BriefAnswer, type BriefCall, openBriefClient } from "./noisy-requests.ts";

/** What a flood met. */
export type Flooded = {
  /** Answers by status; 0: no answer. */
  statuses: ReadonlyMap<number, number>;
  /** The most strangers that were answered while one new connection waited for its answer. */
  servedBefore: number;
};

/** Callers without an API key. */
export type Strangers = {
  /** Sends `atOnce` calls at a time until the time is over; beside them, `/livez` is asked on new connections, one after the other. */
  flood(atOnce: number, callOf: (n: number) => BriefCall): Promise<Flooded>;
};

const FLOOD_MS = 6_000;

/** Runs what strangers do, and ends their connections. `slowness` is that of the machine. */
export async function asStrangers<Result>(
  url: string,
  slowness: number,
  work: (strangers: Strangers) => Promise<Result>,
): Promise<Result> {
  const client = openBriefClient(url);
  const end = performance.now() + FLOOD_MS * slowness;
  const flood: Strangers["flood"] = async (atOnce, callOf) => {
    const statuses = new Map<number, number>();
    let [sent, answered, servedBefore] = [0, 0, 0];
    const note = ({ status }: BriefAnswer) => {
      answered += 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    const probe = async () => {
      while (performance.now() < end) {
        const before = answered;
        const newcomer = openBriefClient(url);
        await newcomer.call({ method: "GET", path: "/livez" });
        newcomer.close();
        servedBefore = Math.max(servedBefore, answered - before);
      }
    };
    const one = async () => {
      while (performance.now() < end) {
        sent += 1;
        note(await client.call(callOf(sent)));
      }
    };
    await Promise.all([probe(), ...Array.from({ length: atOnce }, one)]);
    return { statuses, servedBefore };
  };
  try {
    return await work({ flood });
  } finally {
    client.close();
  }
}

/** What is wrong with the answers to strangers: one that is no refusal, a failure of the service, or none at all. */
export function notAllRefused(statuses: ReadonlyMap<number, number>): string[] {
  return [...statuses].flatMap(([status, count]) =>
    (status >= 400 && status < 500) || status === 503 ? [] : [`${count} calls of strangers got ${status}`],
  );
}

/**
 * How often each stranger may be answered while one new connection waits: once, because it may have waited before; more, because the
 * client counts an answer later than the service gives it.
 */
const MAX_TURNS = 3;

/** Says so if a new connection waited behind kept ones, which are served again and again. */
export function notInTurn({ servedBefore }: Flooded, atOnce: number): string[] {
  const isInTurn = servedBefore <= MAX_TURNS * atOnce;
  return isInTurn ? [] : [`a new connection waited for ${servedBefore} answers to ${atOnce} strangers`];
}
