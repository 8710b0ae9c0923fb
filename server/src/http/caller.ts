import type { FastifyRequest } from "fastify";
import type { UsedKey } from "../environments/api-key.ts";
import type { Environment } from "../environments/environment.ts";

/** Whose request it is, and the key that it is made with. */
export type Caller = { readonly environment: Environment; readonly key: UsedKey };

/** From authentication to the end of its handling. */
const callers = new WeakMap<object, Caller>();

export function setCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** Undefined before authentication, and for an open operation. */
export function callerOf(request: object): Environment | undefined {
  return callers.get(request)?.environment;
}

/** The key of the request; undefined as above. */
export function keyOf(request: object): UsedKey | undefined {
  return callers.get(request)?.key;
}
