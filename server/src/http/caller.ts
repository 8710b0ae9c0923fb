import type { FastifyRequest } from "fastify";
import type { Environment } from "../environments/environment.ts";

/** Whose request it is, from authentication to the end of its handling. */
const environments = new WeakMap<object, Environment>();

export function setCaller(request: FastifyRequest, environment: Environment): void {
  environments.set(request, environment);
}

/** Undefined before authentication, and for an open operation. */
export function callerOf(request: object): Environment | undefined {
  return environments.get(request);
}
