import type { IncomingMessage } from "node:http";

/** Something that is known of a request from some moment on, until the request ends. */
export type RequestFact<T> = {
  of(request: IncomingMessage): T | undefined;
  set(request: IncomingMessage, value: T): void;
};

/** A property of the request, and no entry of a WeakMap: an entry costs more, and once more in each collection of garbage. */
export function requestFact<T>(): RequestFact<T> {
  const key = Symbol("fact");
  type Known = IncomingMessage & { [key]?: T };
  return {
    of: (request) => (request as Known)[key],
    set: (request, value) => {
      (request as Known)[key] = value;
    },
  };
}
