import type { IncomingMessage } from "node:http";
import type { AnyOperation } from "@tidings/contract";
import type { Environment } from "../environments/environment.ts";
import { AppError } from "../foundation/app-error.ts";
import type { Authenticate } from "./authenticate.ts";
import type { Caller, Target } from "./caller.ts";
import { refuseScope } from "./key-scopes.ts";

const HEADER = "target-authorization";

/**
 * The environment that a request has a second API key of, in the header `Target-Authorization`; none without the header.
 * @throws AppError unauthorized, too_many, or bad_request if the header is given twice.
 */
export async function targetsOfHeader(
  { headersDistinct }: Pick<IncomingMessage, "headersDistinct">,
  authenticate: Authenticate,
  address: string,
): Promise<Target[]> {
  const [given, ...more] = headersDistinct[HEADER] ?? [];
  if (given === undefined) return [];
  if (more.length > 0) throw new AppError("bad_request", "Target-Authorization must be given once");
  try {
    const { environment, key } = await authenticate(given, address);
    return [{ environment, key }];
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === "unauthorized";
    throw isRefused ? new AppError("unauthorized", `Target-Authorization: ${error.message}`) : error;
  }
}

/**
 * The environment with this id, if it is the caller's own or one of its targets. The environment is not looked up, so that
 * the answer does not tell whether it exists.
 * @throws AppError forbidden for a key without the operation's scope in the target.
 */
export function reachedTarget(
  operation: AnyOperation,
  { environment, targets = [] }: Pick<Caller, "environment" | "targets">,
  environmentId: string,
): Environment | undefined {
  if (environment.id === environmentId) return environment;
  const target = targets.find((one) => one.environment.id === environmentId);
  if (!target) return undefined;
  refuseScope(operation, target.key);
  return target.environment;
}

/**
 * Whether the request has a principal of the environment that it names. With an idempotency key it is part of the request's identity:
 * a stored response is replayed only to a request that has that principal, too.
 * @throws AppError forbidden for a key without the operation's scope in the target.
 */
export function hasPrincipalOfTarget(
  operation: AnyOperation,
  reached: Pick<Caller, "environment" | "targets">,
  { params, body }: { params: unknown; body: unknown },
): boolean {
  if (!operation.hasTarget) return false;
  const { targetEnvironmentId } = (body ?? {}) as { targetEnvironmentId?: unknown };
  const { environmentId } = (params ?? {}) as { environmentId?: unknown };
  const id = targetEnvironmentId ?? environmentId;
  return typeof id === "string" && reachedTarget(operation, reached, id.toLowerCase()) !== undefined;
}

/** For a request without a principal of the environment that it would write. `more` is advice of the operation. */
export function targetRefused(environmentId: string, more = ""): AppError {
  return new AppError(
    "forbidden",
    `This writes into another environment, and the request has no principal of it: send an API key of ${environmentId} in the header Target-Authorization (ApiKey <API_KEY>), or use a dashboard whose session reaches both environments${more}`,
  );
}
