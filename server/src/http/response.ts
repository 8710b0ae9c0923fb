import type { AnyOperation } from "@tidings/contract";
import type { FastifyReply } from "fastify";
import type { ApiResponse } from "../idempotency/idempotent-request.ts";
import { ResponseWithStatus } from "./endpoint.ts";
import { stringifyInTurns } from "./stringify-in-turns.ts";

/** Serializes the result of an operation; calls `charge` with the time this took on the main thread. */
export async function responseOf(
  { status }: AnyOperation,
  given: unknown,
  charge: (ms: number) => void,
): Promise<ApiResponse> {
  if (given instanceof ResponseWithStatus) {
    const isEmpty = given.status === 204;
    return { status: given.status, body: isEmpty ? "" : await stringifyInTurns(given.body, charge) };
  }
  return { status, body: status === 204 ? "" : await stringifyInTurns(given, charge) };
}

/** Stored responses have no envelope: the process that sends one adds its own. */
export function sendResponse(
  reply: FastifyReply,
  { status, body }: ApiResponse,
  isEnveloped: boolean,
): FastifyReply {
  reply.code(status);
  if (status === 204) return reply.send();
  const sent = isEnveloped ? `{"data":${body}}` : body;
  return reply.header("content-type", "application/json; charset=utf-8").send(sent);
}
