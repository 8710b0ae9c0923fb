import { connect } from "node:net";
import { type Load, quantile, type Target } from "../load.ts";

/** Of a load: requests/s, and the quantiles of the answer times in milliseconds. */
export type Figures = { perSecond: number; p50: number; p99: number };

export type Asking = { count: number; connections: number; pathAt: (index: number) => string };

/**
 * Sends GETs over a fixed number of connections; each connection sends the next one after the response. It writes to sockets
 * itself: Node's HTTP client uses more processor time for a request than the service.
 */
export async function get(
  { url, apiKey }: Target,
  { count, connections, pathAt }: Asking,
): Promise<Load & Figures> {
  const { hostname, port, host } = new URL(url);
  const rest = ` HTTP/1.1\r\nhost: ${host}\r\nauthorization: ApiKey ${apiKey}\r\n\r\n`;
  const load: Load = { latenciesMs: [], statuses: new Map(), tookMs: 0 };
  let next = 0;
  const sendLoop = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let sentAt = 0;
      let text = "";
      const send = () => {
        if (next >= count) return socket.end(() => resolve());
        sentAt = performance.now();
        text = "";
        return socket.write(`GET ${pathAt(next++)}${rest}`);
      };
      socket.setEncoding("latin1").on("error", reject).on("connect", send);
      socket.on("data", (chunk: string) => {
        text += chunk;
        const status = statusOf(text);
        if (status === undefined) return;
        load.latenciesMs.push(performance.now() - sentAt);
        load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
        send();
      });
    });
  const before = performance.now();
  await Promise.all(Array.from({ length: connections }, sendLoop));
  load.tookMs = performance.now() - before;
  return { ...load, ...figuresOf(load) };
}

function figuresOf({ latenciesMs, tookMs }: Load): Figures {
  const perSecond = (latenciesMs.length / tookMs) * 1_000;
  return { perSecond, p50: quantile(latenciesMs, 0.5), p99: quantile(latenciesMs, 0.99) };
}

/** The status of a complete response in latin1; undefined while a part is missing. */
function statusOf(text: string): number | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? [];
  if (length === undefined) throw new Error(`a response without Content-Length: ${text.slice(0, end)}`);
  return text.length >= end + 4 + Number(length) ? Number(text.slice(9, 12)) : undefined;
}
