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
import type { Transactional } from "../database/database.ts";
import type { FairTurns } from "../database/fair-turns.ts";
import type { Scope } from "../database/scope.ts";
import { joinTransaction, type SharedTransaction } from "../database/shared-transaction.ts";
import type { Environment } from "../environments/environment.ts";
import { AppError } from "../foundation/app-error.ts";
import { type ChargeLoop, timed } from "../foundation/loop-time.ts";
import type { ExecuteBatch } from "../idempotency/execute-batch.ts";
import { executeOnce } from "../idempotency/execute-once.ts";
import type { StoredResponseStore } from "../idempotency/stored-response-store.ts";
import type { VerifySession } from "../inbox/verify-session.ts";
import type { Authenticate } from "./authenticate.ts";
import { bearerTokenOf } from "./bearer-token.ts";
import type { BodyBudget } from "./body-budget.ts";
import { type Caller, callerOf, keyOf, sessionNameOf, sessionOf, setCaller } from "./caller.ts";
import { createCheck } from "./check-request.ts";
import type { ClientAddress } from "./client-address.ts";
import { dashboardEnvironmentOf } from "./dashboard-path.ts";
import { bodyLimitBytes } from "./effective-limits.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import { fingerprintOf, idempotencyKeyOf, KEY_HEADER } from "./idempotency-key.ts";
import { idempotentResponse } from "./idempotent-response.ts";
import { refuseScope } from "./key-scopes.ts";
import type { LoadShedding } from "./load-shedding.ts";
import { furtherCount, type RateLimiter, type Taken } from "./rate-limits.ts";
import { notesOf } from "./request-notes.ts";
import { responseOf, sendResponse } from "./response.ts";
import { refuseOtherOrigins } from "./same-origin.ts";
import { sessionTokenOf } from "./session-cookie.ts";

/** The parts that every request passes before and after its operation. */
export type RequestPipeline = {
  readonly authenticate: Authenticate;
  readonly verifySession: VerifySession;
  readonly dashboard: DashboardAccess;
  readonly brand: Brand;
  readonly turns: Turns;
  readonly scope: Scope;
  readonly responses: StoredResponseStore;
  readonly loadShedding: LoadShedding;
  readonly executeBatch: ExecuteBatch;
  readonly chargeLoop: ChargeLoop;
  readonly limits: Limits;
  /** Whether responses with a single record are wrapped as `{"data": …}`. */
  readonly hasEnvelope: boolean;
  readonly rateLimiter: RateLimiter;
  readonly clientAddress: ClientAddress;
  readonly bodyBudget: BodyBudget;
};

/** Database access for calls; GET operations have their own pool. */
export type Turns = { readonly requests: FairTurns; readonly reads: FairTurns };

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
  const execute = async (call: Call<AnyOperation>) => {
    const charge = (ms: number) => gate.chargeLoop(call.environment.id, ms);
    return responseOf(operation, await timed(charge, () => handle(call)), charge);
  };
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
      const charge = (ms: number) => gate.chargeLoop(environment.id, ms);
      const sending = { isEnveloped: hasEnvelope, charge };
      const bytes = bytesOf(request, bodyLimit);
      const given = timed(charge, () => check(request, bytes));
      const sessions = { session: sessionOf(request), sessionName: sessionNameOf(request) };
      const caller = { environment, keyId: keyOf(request)?.id ?? "", ...sessions };
      const input = { ...caller, bytes, ...given } as Omit<Call<AnyOperation>, "database" | "databaseOf">;
      const further = furtherCount(operation, input.body);
      if (further > 0) obeyRateLimit(reply, gate.rateLimiter.take(environment.id, operation, further));
      const database = turns.of(environment.id);
      const isWhole = environment === NO_ENVIRONMENT || seesOrganization;
      const views = (whole: Transactional) => ({
        database: isWhole ? whole : gate.scope(whole, environment.id),
        databaseOf: (environmentId: string) => gate.scope(whole, environmentId),
      });
      if (key === undefined || isDryRun(input.query))
        return sendResponse(reply, await execute({ ...input, ...views(database) }), sending);
      const mediaType = request.headers["content-type"];
      const fingerprint = timed(charge, () => fingerprintOf(operation, request, mediaType));
      const keyed = { environmentId: environment.id, key, fingerprint };
      const executeIn = async (transaction: SharedTransaction) => {
        const { status, pieces } = await execute({
          ...input,
          ...views(joinTransaction(transaction)),
          transaction,
        });
        return { status, body: pieces.join("") };
      };
      const once = sharesCommit
        ? await gate.executeBatch(keyed, executeIn)
        : await executeOnce({ database, responses: gate.responses }, keyed, executeIn);
      const { status, body } = idempotentResponse(reply, key, once);
      return sendResponse(reply, { status, pieces: [body] }, sending);
    },
  });
}

/** Checks before the body is read: load, authentication, rate limit, scope and body budget. */
function admitTo(operation: AnyOperation, gate: RequestPipeline) {
  const isWrite = operation.method !== "GET";
  const bodyLimit = bodyLimitBytes(operation, gate.limits);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const notes = notesOf(request.raw);
    notes.operation = operation.id;
    if (operation.isOpen) return;
    refuse(gate.loadShedding.refusal(isWrite));
    const caller = await callerOfRequest(operation, request, gate);
    const owner = caller?.environment.id ?? "";
    if (caller) {
      notes.environmentId = owner;
      refuse(gate.loadShedding.refusalOf(owner, isWrite));
      setCaller(request, caller);
    }
    obeyRateLimit(reply, gate.rateLimiter.take(owner || gate.clientAddress(request.raw), operation));
    if (caller?.key) refuseScope(operation, caller.key);
    if (isWrite) reply.raw.once("close", gate.bodyBudget.take(owner, bytesOf(request, bodyLimit)));
  };
}

/** Undefined for browsers that have no session yet. @throws AppError unauthorized, too_many, forbidden, not_found */
async function callerOfRequest(
  { principal }: AnyOperation,
  { headers: { authorization }, raw }: FastifyRequest,
  gate: RequestPipeline,
): Promise<Caller | undefined> {
  const environmentId = dashboardEnvironmentOf(raw);
  if (environmentId !== undefined) {
    if (principal !== undefined) throw new AppError("not_found", "The dashboard has no inbox session");
    refuseOtherOrigins(raw, gate.dashboard.publicUrl);
    const { environment, name } = await gate.dashboard.authenticate(sessionTokenOf(raw), environmentId);
    return { environment, sessionName: name, key: { id: environment.keyId, scopes: environment.scopes } };
  }
  if (principal === "application") return undefined;
  if (principal === undefined) return gate.authenticate(authorization, gate.clientAddress(raw));
  const session = await gate.verifySession(bearerTokenOf(authorization));
  return { environment: session.environment, session };
}

function refuse(refusal: AppError | undefined): void {
  if (refusal) throw refusal;
}

/** The body's length; a chunked body may be as long as the limit. */
export function bytesOf({ headers, raw }: FastifyRequest, limit: number): number {
  const isChunked = raw.headers["transfer-encoding"] !== undefined;
  return isChunked ? limit : Number(headers["content-length"] ?? 0);
}

/** @throws AppError too_many */
function obeyRateLimit(reply: FastifyReply, { headers, refusal }: Taken): void {
  reply.headers(headers);
  if (refusal) throw refusal;
}
