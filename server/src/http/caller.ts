import type { FastifyRequest } from "fastify";
import type { UsedKey } from "../environments/api-key.ts";
import type { Environment } from "../environments/environment.ts";
import type { InboxSession } from "../inbox/session.ts";
import { requestFact } from "./request-fact.ts";

/** An environment that a request may write beside its caller's own, with the key or the session's scopes there. */
export type Target = { readonly environment: Environment; readonly key: UsedKey };

/** The environment of a request, and either its API key or its inbox session. */
export type Caller = {
  readonly environment: Environment;
  readonly key?: UsedKey;
  /** The name of the dashboard's session that the request came with. */
  readonly sessionName?: string;
  readonly session?: InboxSession;
  /** For operations with a target. */
  readonly targets?: readonly Target[];
};

/** Filled at authentication. */
const callers = requestFact<Caller>();

export function setCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request.raw, caller);
}

/** The environment of the request; undefined before authentication and for open operations. */
export function callerOf({ raw }: FastifyRequest): Environment | undefined {
  return callers.of(raw)?.environment;
}

/** The API key of the request; undefined in the same cases. */
export function keyOf({ raw }: FastifyRequest): UsedKey | undefined {
  return callers.of(raw)?.key;
}

/** The name of the dashboard's session of the request; undefined without one. */
export function sessionNameOf({ raw }: FastifyRequest): string | undefined {
  return callers.of(raw)?.sessionName;
}

/** The environments that the request may write beside its own. */
export function targetsOf({ raw }: FastifyRequest): readonly Target[] {
  return callers.of(raw)?.targets ?? [];
}

/** The inbox session of the request; undefined for the callers of other operations. */
export function sessionOf({ raw }: FastifyRequest): InboxSession | undefined {
  return callers.of(raw)?.session;
}
