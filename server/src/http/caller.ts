import type { FastifyRequest } from "fastify";
import type { UsedKey } from "../environments/api-key.ts";
import type { Environment } from "../environments/environment.ts";

/** The environment and the API key of a request. */
export type Caller = { readonly environment: Environment; readonly key: UsedKey };

/** Filled at authentication; an entry lives as long as its request. */
const callers = new WeakMap<object, Caller>();

export function setCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** The environment of the request; undefined before authentication and for open operations. */
export function callerOf(request: object): Environment | undefined {
  return callers.get(request)?.environment;
}

/** The API key of the request; undefined in the same cases. */
export function keyOf(request: object): UsedKey | undefined {
  return callers.get(request)?.key;
}
