import {
  type AnyOperation,
  type Brand,
  isDryRun,
  isEnveloped,
  type Limits,
  takesIdempotencyKey,
} from "@tidings/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DashboardAccess } from "../dashboard/create-dashboard.ts";
import type { ReachedEnvironment } from "../dashboard/session.ts";
import type { Transactional } from "../database/database.ts";
import type { Scope } from "../database/scope.ts";
import { joinTransaction, type SharedTransaction } from "../database/shared-transaction.ts";
import type { Environment } from "../environments/environment.ts";
import { AppError } from "../foundation/app-error.ts";
import { type ChargeShare, timed } from "../foundation/loop-time.ts";
import { SHARE } from "../foundation/share.ts";
import type { ExecuteBatch } from "../idempotency/execute-batch.ts";
import { executeOnce } from "../idempotency/execute-once.ts";
import type { StoredResponseStore } from "../idempotency/stored-response-store.ts";
import type { VerifySession } from "../inbox/verify-session.ts";
import type { Authenticate } from "./authenticate.ts";
import { bearerTokenOf } from "./bearer-token.ts";
import type { BodyBudget } from "./body-budget.ts";
import {
  type Caller,
  callerOf,
  keyOf,
  sessionNameOf,
  sessionOf,
  setCaller,
  type Target,
  targetsOf,
} from "./caller.ts";
import { createCheck } from "./check-request.ts";
import type { ClientAddress } from "./client-address.ts";
import { dashboardEnvironmentOf } from "./dashboard-path.ts";
import { bodyLimitBytes } from "./effective-limits.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import { fingerprintOf, idempotencyKeyOf, KEY_HEADER } from "./idempotency-key.ts";
import { idempotentResponse } from "./idempotent-response.ts";
import { refuseScope } from "./key-scopes.ts";
import { type Lines, sendLines } from "./lines.ts";
import type { LoadShedding } from "./load-shedding.ts";
import { furtherCount, type RateLimiter, type Taken } from "./rate-limits.ts";
import { notesOf } from "./request-notes.ts";
import { admitRequest, shareOf } from "./request-share.ts";
import { responseOf, sendResponse } from "./response.ts";
import type { RefuseOtherOrigins } from "./same-origin.ts";
import { sessionTokensOf } from "./session-cookie.ts";
import { subjectsOf } from "./shown-subjects.ts";
import { hasPrincipalOfTarget, reachedTarget, targetsOfHeader } from "./target-environment.ts";
import type { Turns } from "./turns.ts";

/** The parts that every request passes before and after its operation. */
export type RequestPipeline = {
  readonly authenticate: Authenticate;
  readonly verifySession: VerifySession;
  readonly dashboard: DashboardAccess;
  readonly refuseOtherOrigins: RefuseOtherOrigins;
  readonly brand: Brand;
  readonly turns: Turns;
  readonly scope: Scope;
  readonly responses: StoredResponseStore;
  readonly loadShedding: LoadShedding;
  readonly executeBatch: ExecuteBatch;
  readonly chargeLoop: ChargeShare;
  readonly limits: Limits;
  /** Whether responses with a single record are wrapped as `{"data": …}`. */
  readonly hasEnvelope: boolean;
  readonly rateLimiter: RateLimiter;
  readonly clientAddress: ClientAddress;
  readonly bodyBudget: BodyBudget;
};

/** For open operations, which have no environment and do not read it. */
const NO_ENVIRONMENT = {} as Environment;

/** Registers the route of an operation: authenticate, check, handle (at most once with an idempotency key), respond. */
export function registerEndpoint(
  app: FastifyInstance,
  { operation, handle, sharesCommit, seesOrganization }: Endpoint,
  gate: RequestPipeline,
): void {
  const check = createCheck(operation, gate);
  const turns = operation.method === "GET" ? gate.turns.reads : gate.turns.requests;
  const execute = async (call: Call<AnyOperation>, charge: (ms: number) => void) =>
    responseOf(operation, await timed(charge, () => handle(call)), charge);
  const subjects = subjectsOf(operation);
  const bodyLimit = bodyLimitBytes(operation, gate.limits);
  const hasEnvelope = isEnveloped(operation, gate.hasEnvelope);
  app.route({
    method: operation.method,
    url: operation.path,
    bodyLimit,
    onRequest: admitTo(operation, gate),
    handler: async (request, reply) => {
      const key = takesIdempotencyKey(operation) ? idempotencyKeyOf(request.raw) : undefined;
      if (key !== undefined) reply.header(KEY_HEADER, key);
      const environment = callerOf(request) ?? NO_ENVIRONMENT;
      const share = shareOf(request) ?? SHARE.stranger(gate.clientAddress(request.raw));
      const charge = (ms: number) => gate.chargeLoop(share, ms);
      const sending = { isEnveloped: hasEnvelope, charge };
      const bytes = bytesOf(request, bodyLimit);
      const given = timed(charge, () => check(request, bytes));
      const sessions = { session: sessionOf(request), sessionName: sessionNameOf(request) };
      const caller = { environment, keyId: keyOf(request)?.id ?? "", ...sessions };
      const reached = { environment, targets: targetsOf(request) };
      const targetOf = (environmentId: string) => reachedTarget(operation, reached, environmentId);
      const input = { ...caller, targetOf, bytes, ...given } as Omit<
        Call<AnyOperation>,
        "database" | "databaseOf"
      >;
      const further = furtherCount(operation, input.body);
      if (further > 0) obeyRateLimit(reply, gate.rateLimiter.take(environment.id, operation, further));
      const database = turns.of(share);
      const isWhole = environment === NO_ENVIRONMENT || seesOrganization;
      const views = (whole: Transactional) => ({
        database: isWhole ? whole : gate.scope(whole, environment.id),
        databaseOf: (environmentId: string) => gate.scope(whole, environmentId),
      });
      if (operation.isStreamed)
        return sendLines(reply, (await handle({ ...input, ...views(database) })) as Lines, charge);
      if (key === undefined || isDryRun(input.query))
        return sendResponse(reply, await execute({ ...input, ...views(database) }, charge), sending);
      const hasPrincipal = hasPrincipalOfTarget(operation, reached, given);
      const identity = { contentType: request.headers["content-type"], hasPrincipal };
      const fingerprint = timed(charge, () => fingerprintOf(operation, request, identity));
      const keyed = { environmentId: environment.id, key, fingerprint };
      const executeIn = async (transaction: SharedTransaction) => {
        const call = { ...input, ...views(joinTransaction(transaction)), transaction };
        const { status, pieces } = await execute(call, charge);
        const body = pieces.join("");
        return { status, body, subjects: subjects(given, body) };
      };
      const once = sharesCommit
        ? await gate.executeBatch(keyed, executeIn)
        : await executeOnce({ database, responses: gate.responses }, keyed, executeIn);
      const { status, body } = idempotentResponse(reply, key, once);
      return sendResponse(reply, { status, pieces: [body] }, sending);
    },
  });
}

/** Checks before the body is read: authentication, the load of its share, rate limit and scope. */
function admitTo(operation: AnyOperation, gate: RequestPipeline) {
  const isWrite = operation.method !== "GET";
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const notes = notesOf(request.raw);
    notes.operation = operation.id;
    if (operation.isOpen) return;
    const caller = await callerOfRequest(operation, request, gate);
    const client = caller?.environment.id ?? gate.clientAddress(request.raw);
    const share = caller ? SHARE.environment(client) : SHARE.stranger(client);
    if (caller) notes.environmentId = client;
    admitRequest(gate.loadShedding, [request, reply], { share, isWrite });
    if (caller) setCaller(request, caller);
    obeyRateLimit(reply, gate.rateLimiter.take(client, operation));
    if (caller?.key) refuseScope(operation, caller.key);
  };
}

/** Undefined for browsers that have no session yet. @throws AppError unauthorized, too_many, forbidden, not_found */
async function callerOfRequest(
  { principal, hasTarget }: AnyOperation,
  { headers: { authorization }, raw }: FastifyRequest,
  gate: RequestPipeline,
): Promise<Caller | undefined> {
  const environmentId = dashboardEnvironmentOf(raw);
  if (environmentId !== undefined) {
    if (principal !== undefined) throw new AppError("not_found", "The dashboard has no inbox session");
    gate.refuseOtherOrigins(raw);
    const address = gate.clientAddress(raw);
    // An environment that was created a moment ago is a target, too.
    const by = { environmentId, address, isFresh: hasTarget };
    const { environment, name, reached } = await gate.dashboard.authenticate(sessionTokensOf(raw), by);
    const targets = hasTarget ? reached.map(asTarget) : [];
    return { ...asTarget(environment), sessionName: name, targets };
  }
  if (principal === "application") return undefined;
  if (principal === undefined) {
    const address = gate.clientAddress(raw);
    const caller = await gate.authenticate(authorization, address);
    return hasTarget
      ? { ...caller, targets: await targetsOfHeader(raw, gate.authenticate, address) }
      : caller;
  }
  const session = await gate.verifySession(bearerTokenOf(authorization));
  return { environment: session.environment, session };
}

const asTarget = (environment: ReachedEnvironment): Target => ({
  environment,
  key: { id: environment.keyId, scopes: environment.scopes },
});

/** The body's length; a chunked body may be as long as the limit. */
function bytesOf({ headers, raw }: FastifyRequest, limit: number): number {
  const isChunked = raw.headers["transfer-encoding"] !== undefined;
  return isChunked ? limit : Number(headers["content-length"] ?? 0);
}

/** @throws AppError too_many */
export function obeyRateLimit(reply: FastifyReply, { headers, refusal }: Taken): void {
  reply.headers(headers);
  if (refusal) throw refusal;
}
