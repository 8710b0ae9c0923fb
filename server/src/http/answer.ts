import type { AnyOperation } from "@tidings/contract";
import type { FastifyReply } from "fastify";
import type { Answer } from "../idempotency/idempotent-request.ts";
import { AnswerWithStatus } from "./endpoint.ts";
import { stringifyInTurns } from "./stringify-in-turns.ts";

/** What an operation answers, in the bytes that go out; `charge` is called with the time that took the main thread. */
export async function answerOf(
  { status }: AnyOperation,
  given: unknown,
  charge: (ms: number) => void,
): Promise<Answer> {
  if (given instanceof AnswerWithStatus) {
    return { status: given.status, body: await stringifyInTurns(given.answer, charge) };
  }
  return { status, body: status === 204 ? "" : await stringifyInTurns(given, charge) };
}

/** Kept answers are bare: the envelope is that of the service which sends them, whichever had executed the request. */
export function sendAnswer(
  reply: FastifyReply,
  { status, body }: Answer,
  isEnveloped: boolean,
): FastifyReply {
  reply.code(status);
  if (status === 204) return reply.send();
  const sent = isEnveloped ? `{"data":${body}}` : body;
  return reply.header("content-type", "application/json; charset=utf-8").send(sent);
}
