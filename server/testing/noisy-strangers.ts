import { type BriefAnswer, type BriefCall, openBriefClient } from "./noisy-requests.ts";

/** Callers without an API key. */
export type Strangers = {
  /** Sends `atOnce` calls at a time until the time is over. @returns the number of answers by status; 0: no answer. */
  flood(atOnce: number, callOf: (n: number) => BriefCall): Promise<ReadonlyMap<number, number>>;
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
    let sent = 0;
    const note = ({ status }: BriefAnswer) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const one = async () => {
      while (performance.now() < end) {
        sent += 1;
        note(await client.call(callOf(sent)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    return statuses;
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
