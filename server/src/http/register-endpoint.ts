import { type AnyOperation, type Brand, takesIdempotencyKey } from "@tidings/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Database, Transactional } from "../database/database.ts";
import { inside, type OpenTransaction } from "../database/open-transaction.ts";
import type { Scope } from "../database/scope.ts";
import type { Environment } from "../environments/environment.ts";
import { executeOnce } from "../idempotency/execute-once.ts";
import type { ExecuteTogether } from "../idempotency/execute-together.ts";
import type { KeptAnswerStore } from "../idempotency/kept-answer-store.ts";
import type { Admission } from "./admission.ts";
import { answerOf, sendAnswer } from "./answer.ts";
import { answerOnce } from "./answer-once.ts";
import type { Authenticate } from "./authenticate.ts";
import { createCheck } from "./check-request.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import { fingerprintOf, idempotencyKeyOf, KEY_HEADER } from "./idempotency-key.ts";

/** What stands between a request and its operation. */
export type Gate = {
  readonly authenticate: Authenticate;
  readonly brand: Brand;
  readonly database: Database;
  readonly scope: Scope;
  readonly answers: KeptAnswerStore;
  readonly admission: Admission;
  readonly executeTogether: ExecuteTogether;
};

/** An open operation belongs to no environment, and does not look at it. */
const NO_ENVIRONMENT = {} as Environment;

/** Makes an operation reachable: authenticate, check, handle (once, under an idempotency key), answer. */
export function registerEndpoint(
  app: FastifyInstance,
  { operation, handle, sharesCommit }: Endpoint,
  gate: Gate,
): void {
  const check = createCheck(operation, gate.brand);
  const execute = async (call: Call<AnyOperation>) => answerOf(operation, await handle(call));
  app.route({
    method: operation.method,
    url: operation.path,
    onRequest: async (request) => {
      const refusal = operation.isOpen ? undefined : gate.admission.refusal(operation.method !== "GET");
      if (refusal) throw refusal;
      if (!operation.isOpen)
        environments.set(request, await gate.authenticate(request.headers.authorization));
    },
    handler: async (request, reply) => {
      const key = takesIdempotencyKey(operation) ? idempotencyKeyOf(request.raw) : undefined;
      if (key !== undefined) reply.header(KEY_HEADER, key);
      const environment = environments.get(request) ?? NO_ENVIRONMENT;
      const asked = { environment, ...check(request) } as Omit<Call<AnyOperation>, "database">;
      const seenBy = (database: Transactional) =>
        operation.isOpen ? database : gate.scope(database, environment.id);
      if (key === undefined)
        return sendAnswer(reply, await execute({ ...asked, database: seenBy(gate.database) }));
      const fingerprint = fingerprintOf(operation, request, request.headers["content-type"]);
      const ticket = { environmentId: environment.id, key, fingerprint };
      const executeIn = (transaction: OpenTransaction) =>
        execute({ ...asked, database: seenBy(inside(transaction)), transaction });
      const once = sharesCommit
        ? await gate.executeTogether(ticket, executeIn)
        : await executeOnce(gate, ticket, executeIn);
      return sendAnswer(reply, answerOnce(reply, key, once));
    },
  });
}

/** Whose request it is, from authentication to handling. */
const environments = new WeakMap<FastifyRequest, Environment>();
