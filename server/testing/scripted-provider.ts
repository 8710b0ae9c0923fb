import type { ServerResponse } from "node:http";
import { type HttpReceiver, openHttpReceiver } from "./receivers.ts";

/** What a provider does with one call. */
export type Behaviour = (response: ServerResponse) => void;

export const ok: Behaviour = (response) => response.end('{"id":"p1"}');
export const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(code, headers).end("no");
/** The connection ends before an answer. */
export const cut: Behaviour = (response) => response.destroy();

/** A real HTTP provider that does as it is told, path by path and call by call; then all is well again. */
export type ScriptedProvider = HttpReceiver & {
  /** What the next calls of a path come to. */
  script(path: string, ...behaviours: readonly Behaviour[]): void;
  /** Forgets what was scripted and what was called. */
  reset(): void;
  /** The different idempotency keys that were used. */
  keys(): Set<unknown>;
};

export async function openScriptedProvider(): Promise<ScriptedProvider> {
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
