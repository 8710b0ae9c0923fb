import { type AnyOperation, type Brand, type Limits, takesIdempotencyKey } from "@tidings/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { inside, type OpenTransaction } from "../database/open-transaction.ts";
import type { Environment } from "../environments/environment.ts";
import { executeOnce } from "../idempotency/execute-once.ts";
import type { ExecuteTogether } from "../idempotency/execute-together.ts";
import type { KeptAnswerStore } from "../idempotency/kept-answer-store.ts";
import type { Admission } from "./admission.ts";
import { answerOf, sendAnswer } from "./answer.ts";
import { answerOnce } from "./answer-once.ts";
import type { Authenticate } from "./authenticate.ts";
import { createCheck } from "./check-request.ts";
import type { ClientAddress } from "./client-address.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import { fingerprintOf, idempotencyKeyOf, KEY_HEADER } from "./idempotency-key.ts";
import { bodyLimitBytes } from "./limits-in-force.ts";
import { furtherCount, type RateLimiter, type Taken } from "./rate-limits.ts";

/** What stands between a request and its operation. */
export type Gate = {
  readonly authenticate: Authenticate;
  readonly brand: Brand;
  readonly database: Database;
  readonly answers: KeptAnswerStore;
  readonly admission: Admission;
  readonly executeTogether: ExecuteTogether;
  readonly limits: Limits;
  readonly rateLimiter: RateLimiter;
  readonly clientAddress: ClientAddress;
};

/** An open operation belongs to no environment, and does not look at it. */
const NO_ENVIRONMENT = {} as Environment;

/** Makes an operation reachable: authenticate, check, handle (once, under an idempotency key), answer. */
export function registerEndpoint(
  app: FastifyInstance,
  { operation, handle, sharesCommit }: Endpoint,
  gate: Gate,
): void {
  const check = createCheck(operation, gate);
  const execute = async (call: Call<AnyOperation>) => answerOf(operation, await handle(call));
  app.route({
    method: operation.method,
    url: operation.path,
    bodyLimit: bodyLimitBytes(operation, gate.limits),
    onRequest: async (request, reply) => {
      const refusal = operation.isOpen ? undefined : gate.admission.refusal(operation.method !== "GET");
      if (refusal) throw refusal;
      if (operation.isOpen) return;
      const address = gate.clientAddress(request.raw);
      const environment = await gate.authenticate(request.headers.authorization, address);
      environments.set(request, environment);
      obeyRateLimit(reply, gate.rateLimiter.take(environment.id, operation));
    },
    handler: async (request, reply) => {
      const key = takesIdempotencyKey(operation) ? idempotencyKeyOf(request.raw) : undefined;
      if (key !== undefined) reply.header(KEY_HEADER, key);
      const environment = environments.get(request) ?? NO_ENVIRONMENT;
      const asked = { environment, ...check(request) } as Omit<Call<AnyOperation>, "database">;
      const further = furtherCount(operation, asked.body);
      if (further > 0) obeyRateLimit(reply, gate.rateLimiter.take(environment.id, operation, further));
      if (key === undefined) return sendAnswer(reply, await execute({ ...asked, database: gate.database }));
      const fingerprint = fingerprintOf(operation, request, request.headers["content-type"]);
      const ticket = { environmentId: environment.id, key, fingerprint };
      const executeIn = (transaction: OpenTransaction) =>
        execute({ ...asked, database: inside(transaction), transaction });
      const once = sharesCommit
        ? await gate.executeTogether(ticket, executeIn)
        : await executeOnce(gate, ticket, executeIn);
      return sendAnswer(reply, answerOnce(reply, key, once));
    },
  });
}

/** @throws AppError too_many */
function obeyRateLimit(reply: FastifyReply, { headers, refusal }: Taken): void {
  reply.headers(headers);
  if (refusal) throw refusal;
}

/** Whose request it is, from authentication to handling. */
const environments = new WeakMap<FastifyRequest, Environment>();
