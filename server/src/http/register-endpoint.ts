import type { Brand } from "@tidings/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Environment } from "../environments/environment.ts";
import type { Authenticate } from "./authenticate.ts";
import { createCheck } from "./check-request.ts";
import { AnswerWithStatus, type Call, type Endpoint } from "./endpoint.ts";

export type Gate = { authenticate: Authenticate; brand: Brand };

/** An open operation belongs to no environment, and does not look at it. */
const NO_ENVIRONMENT = {} as Environment;

/** Makes an operation reachable: authenticate, check, handle, answer. */
export function registerEndpoint(app: FastifyInstance, { operation, handle }: Endpoint, gate: Gate): void {
  const check = createCheck(operation, gate.brand);
  app.route({
    method: operation.method,
    url: operation.path,
    onRequest: async (request) => {
      if (!operation.isOpen)
        environments.set(request, await gate.authenticate(request.headers.authorization));
    },
    handler: async (request, reply) => {
      const { params, query, body } = check(request);
      const environment = environments.get(request) ?? NO_ENVIRONMENT;
      const answer = await handle({ environment, params, query, body } as Parameters<Endpoint["handle"]>[0] &
        Call<never>);
      if (answer instanceof AnswerWithStatus) return answerWith(reply, answer.status, answer.answer);
      return answerWith(reply, operation.status, answer);
    },
  });
}

/** Whose request it is, from authentication to handling. */
const environments = new WeakMap<FastifyRequest, Environment>();

function answerWith(reply: FastifyReply, status: number, answer: unknown): FastifyReply {
  reply.code(status).header("x-content-type-options", "nosniff");
  if (status === 204) return reply.send();
  return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(answer));
}
