import type { ServerResponse } from "node:http";
import { beforeEach } from "vitest";
import { closedAfterwards, type HttpReceiver, openHttpReceiver } from "./receivers.ts";

/** How the provider responds to one call. */
export type Behaviour = (response: ServerResponse) => void;

export const ok: Behaviour = (response) => response.end('{"id":"p1"}');
export const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(code, headers).end("no");
/** Closes the connection without a response. */
export const cut: Behaviour = (response) => response.destroy();

/** An HTTP provider with scripted responses by path and call; when the script is used up, calls succeed. */
export type ScriptedProvider = HttpReceiver & {
  /** Scripts the results of the next calls of a path. */
  script(path: string, ...behaviours: readonly Behaviour[]): void;
  /** Clears the script and the recorded calls. */
  reset(): void;
  /** The distinct idempotency keys of the calls. */
  keys(): Set<unknown>;
};

/** A provider for the tests of one file: resets it before each test, and closes it after the last one. */
export async function useScriptedProvider(): Promise<ScriptedProvider> {
  const provider = await closedAfterwards(openScriptedProvider());
  beforeEach(() => provider.reset());
  return provider;
}

async function openScriptedProvider(): Promise<ScriptedProvider> {
  const scripts = new Map<string, Behaviour[]>();
  const receiver = await openHttpReceiver((call, response) =>
    (scripts.get(call.path)?.shift() ?? ok)(response),
  );
  return Object.assign(receiver, {
    script: (path: string, ...behaviours: readonly Behaviour[]) => void scripts.set(path, [...behaviours]),
    reset: () => {
      scripts.clear();
      receiver.calls.length = 0;
    },
    keys: () => new Set(receiver.calls.map(({ headers }) => headers["idempotency-key"])),
  });
}
