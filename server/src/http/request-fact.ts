import type { IncomingMessage } from "node:http";

/** Something that is known of a request from some moment on, until the request ends. */
export type RequestFact<T> = {
  of(request: IncomingMessage): T | undefined;
  set(request: IncomingMessage, value: T): void;
};

/** Stores the fact in a property of the request. An entry of a WeakMap costs more, and slows every garbage collection. */
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
