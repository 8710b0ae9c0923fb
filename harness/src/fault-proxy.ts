import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listenOnLoopback } from "./loopback.ts";

/** A stretch of network between a server of ours and somebody it depends on, on which things go wrong on demand. */
export type FaultProxy = {
  readonly port: number;
  /** Tells how many of the connections that there are it concerns. */
  set(mode: FaultMode): number;
  /** RST on every connection there is. */
  resetAll(): void;
  close(): Promise<void>;
};

export type FaultMode =
  | { kind: "pass" }
  /** Each piece of data takes this much longer, in both directions. */
  | { kind: "latency"; ms: number }
  /** From now on, each connection is reset after so many bytes of answers: in the middle of one. */
  | { kind: "cut"; afterBytes: number }
  /**
   * Nothing arrives and nothing ends, until another mode is set: then it arrives late, as TCP would have it. With `of`
   * only where the client has said this, and from then on.
   */
  | { kind: "black_hole"; of?: string }
  /** New connections are reset; those there are go on. */
  | { kind: "refuse" };

export type Upstream = { path: string } | { host: string; port: number };

type Pair = { client: Socket; server: Socket; answered: number; opening: string };

/** Of what a client says first, this much is kept: enough to tell what it is there for. */
const OPENING_BYTES = 4_096;

export async function openFaultProxy(upstream: Upstream): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  let mode: FaultMode = { kind: "pass" };
  let wakeAll = () => {};
  let changed = new Promise<void>(() => {});
  const renew = () => {
    changed = new Promise((resolve) => {
      wakeAll = resolve;
    });
  };
  renew();
  const concerns = ({ opening }: Pair): boolean =>
    mode.kind !== "black_hole" || mode.of === undefined || opening.includes(mode.of);

  /** What is left of a piece of data after it went through the fault of the moment. */
  const through = async (pair: Pair, chunk: Buffer, isAnswer: boolean): Promise<Buffer | undefined> => {
    while (mode.kind === "black_hole" && concerns(pair) && pairs.has(pair)) await changed;
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

  const carry = (pair: Pair, from: Socket, to: Socket): void => {
    const isAnswer = from === pair.server;
    let work = Promise.resolve();
    from.on("data", (chunk: Buffer) => {
      from.pause();
      if (!isAnswer && pair.opening.length < OPENING_BYTES) pair.opening += chunk.toString("latin1");
      work = work.then(async () => {
        const rest = await through(pair, chunk, isAnswer);
        if (rest === undefined) return reset(pair);
        if (!to.destroyed) to.write(rest);
        from.resume();
      });
    });
    from.on("end", () => void work.then(() => to.end()));
    from.on("error", () => void work.then(() => to.destroy()));
    from.on("close", () => {
      pairs.delete(pair);
      void work.then(() => to.destroy());
      wakeAll();
      renew();
    });
  };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (mode.kind === "refuse") return client.resetAndDestroy();
    const away = connect({ ...upstream, allowHalfOpen: true });
    const pair: Pair = { client, server: away, answered: 0, opening: "" };
    pairs.add(pair);
    carry(pair, client, pair.server);
    carry(pair, pair.server, client);
  });
  server.on("error", () => {});
  const port = await listenOnLoopback(server);
  return {
    port,
    set: (next) => {
      mode = next;
      for (const pair of pairs) pair.answered = 0;
      wakeAll();
      renew();
      return [...pairs].filter(concerns).length;
    },
    resetAll: () => {
      for (const pair of [...pairs]) reset(pair);
      wakeAll();
      renew();
    },
    close: async () => {
      for (const pair of [...pairs]) reset(pair);
      wakeAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
