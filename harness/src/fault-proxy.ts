import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listenOnLoopback } from "./loopback.ts";

/** A TCP proxy in front of a service, which injects network faults on demand. */
export type FaultProxy = {
  readonly port: number;
  /** Returns the number of open connections that the mode affects. */
  set(mode: FaultMode): number;
  /** Sends RST on every open connection. */
  resetAll(): void;
  close(): Promise<void>;
};

export type FaultMode =
  | { kind: "pass" }
  /** Delays each chunk of data, in both directions. */
  | { kind: "latency"; ms: number }
  /** Resets each connection after this number of response bytes, in the middle of a response. */
  | { kind: "cut"; afterBytes: number }
  /**
   * Holds all data and closes until another mode is set; then the data arrives late, as with TCP. With `containing`, only
   * on connections whose client has sent this text.
   */
  | { kind: "black_hole"; containing?: string }
  /** Resets new connections; open ones continue. */
  | { kind: "refuse" };

export type Upstream = { path: string } | { host: string; port: number };

type Pair = { client: Socket; server: Socket; answered: number; opening: string };

/** The first bytes of a client are kept, to recognize the purpose of its connection. */
const OPENING_BYTES = 4_096;

export async function openFaultProxy(upstream: Upstream): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  let mode: FaultMode = { kind: "pass" };
  let signalChange = () => {};
  let changed = new Promise<void>(() => {});
  const renew = () => {
    changed = new Promise((resolve) => {
      signalChange = resolve;
    });
  };
  renew();
  const isAffected = ({ opening }: Pair): boolean =>
    mode.kind !== "black_hole" || mode.containing === undefined || opening.includes(mode.containing);

  /** Applies the current fault to a chunk; undefined where the connection is to be reset. */
  const applyFault = async (pair: Pair, chunk: Buffer, isAnswer: boolean): Promise<Buffer | undefined> => {
    while (mode.kind === "black_hole" && isAffected(pair) && pairs.has(pair)) await changed;
    if (mode.kind === "latency") await sleep(mode.ms);
    if (mode.kind !== "cut" || !isAnswer) return chunk;
    pair.answered += chunk.length;
    return pair.answered <= mode.afterBytes ? chunk : undefined;
  };

  const reset = (pair: Pair): void => {
    pairs.delete(pair);
    pair.client.resetAndDestroy();
    if ("path" in upstream) pair.server.destroy();
    else pair.server.resetAndDestroy();
  };

  const forward = (pair: Pair, from: Socket, to: Socket): void => {
    const isAnswer = from === pair.server;
    let work = Promise.resolve();
    from.on("data", (chunk: Buffer) => {
      from.pause();
      if (!isAnswer && pair.opening.length < OPENING_BYTES) pair.opening += chunk.toString("latin1");
      work = work.then(async () => {
        const forwarded = await applyFault(pair, chunk, isAnswer);
        if (forwarded === undefined) return reset(pair);
        if (!to.destroyed) to.write(forwarded);
        from.resume();
      });
    });
    from.on("end", () => void work.then(() => to.end()));
    from.on("error", () => void work.then(() => to.destroy()));
    from.on("close", () => {
      pairs.delete(pair);
      void work.then(() => to.destroy());
      signalChange();
      renew();
    });
  };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (mode.kind === "refuse") return client.resetAndDestroy();
    const upstreamSocket = connect({ ...upstream, allowHalfOpen: true });
    const pair: Pair = { client, server: upstreamSocket, answered: 0, opening: "" };
    pairs.add(pair);
    forward(pair, client, pair.server);
    forward(pair, pair.server, client);
  });
  server.on("error", () => {});
  const port = await listenOnLoopback(server);
  return {
    port,
    set: (next) => {
      mode = next;
      for (const pair of pairs) pair.answered = 0;
      signalChange();
      renew();
      return [...pairs].filter(isAffected).length;
    },
    resetAll: () => {
      for (const pair of [...pairs]) reset(pair);
      signalChange();
      renew();
    },
    close: async () => {
      for (const pair of [...pairs]) reset(pair);
      signalChange();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
