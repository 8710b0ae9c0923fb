import type { AnyOperation } from "@tidings/contract";
import type { FastifyReply } from "fastify";
import type { Answer } from "../idempotency/execute-once.ts";
import { AnswerWithStatus } from "./endpoint.ts";

/** What an operation answers, in the bytes that go out. */
export function answerOf({ status }: AnyOperation, given: unknown): Answer {
  if (given instanceof AnswerWithStatus) return { status: given.status, body: JSON.stringify(given.answer) };
  return { status, body: status === 204 ? "" : JSON.stringify(given) };
}

export function sendAnswer(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  reply.code(status);
  if (status === 204) return reply.send();
  return reply.header("content-type", "application/json; charset=utf-8").send(body);
}
