import { Agent, request } from "node:http";

export type Target = { url: string; apiKey: string };

export type Load = { latenciesMs: number[]; statuses: Map<number, number>; tookMs: number };

/** Sends POSTs over a fixed number of connections; each connection sends the next one after the response. */
export async function post(
  { url, apiKey }: Target,
  path: string,
  { count, connections, body }: { count: number; connections: number; body: (index: number) => string },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { authorization: `ApiKey ${apiKey}`, "content-type": "application/json" };
  const load: Load = { latenciesMs: [], statuses: new Map(), tookMs: 0 };
  const before = performance.now();
  let next = 0;
  const sendOne = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const sentAt = performance.now();
      const call = request(url + path, {
        method: "POST",
        agent,
        headers: { ...headers, "content-length": Buffer.byteLength(text) },
      });
      call.on("error", reject);
      call.on("response", (response) => {
        response.resume().on("end", () => {
          load.latenciesMs.push(performance.now() - sentAt);
          load.statuses.set(response.statusCode ?? 0, (load.statuses.get(response.statusCode ?? 0) ?? 0) + 1);
          resolve();
        });
      });
      call.end(text);
    });
  const sendLoop = async () => {
    while (next < count) await sendOne(body(next++));
  };
  await Promise.all(Array.from({ length: connections }, sendLoop));
  load.tookMs = performance.now() - before;
  agent.destroy();
  return load;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
