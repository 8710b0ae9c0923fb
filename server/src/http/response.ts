import { Readable } from "node:stream";
import type { AnyOperation } from "@tidings/contract";
import type { FastifyReply } from "fastify";
import { encodeInTurns, isLongText } from "./encode-in-turns.ts";
import { ResponseWithStatus } from "./endpoint.ts";
import { stringifyInTurns } from "./stringify-in-turns.ts";

/** The JSON of a response without its envelope, in pieces. */
export type WrittenResponse = { status: number; pieces: readonly string[] };

/** Serializes the result of an operation; calls `charge` with the time this took on the main thread. */
export async function responseOf(
  { status: usual }: AnyOperation,
  given: unknown,
  charge: (ms: number) => void,
): Promise<WrittenResponse> {
  const { status, body } = given instanceof ResponseWithStatus ? given : { status: usual, body: given };
  return { status, pieces: status === 204 ? [] : await stringifyInTurns(body, charge) };
}

type Sending = { isEnveloped: boolean; charge: (ms: number) => void };

/**
 * Sends a response, a long one in pieces. Stored responses have no envelope: the process that sends one adds its own.
 * `charge` gets the time on the main thread for a long one.
 */
export async function sendResponse(
  reply: FastifyReply,
  { status, pieces }: WrittenResponse,
  { isEnveloped, charge }: Sending,
): Promise<FastifyReply> {
  reply.code(status);
  if (status === 204) return reply.send();
  const texts = isEnveloped ? ['{"data":', ...pieces, "}"] : pieces;
  reply.header("content-type", "application/json; charset=utf-8");
  if (!isLongText(texts)) return reply.send(texts.join(""));
  const encoded = await encodeInTurns(texts, charge);
  const bytes = encoded.reduce((sum, { length }) => sum + length, 0);
  return reply.header("content-length", bytes).send(Readable.from(encoded, { objectMode: false }));
}
