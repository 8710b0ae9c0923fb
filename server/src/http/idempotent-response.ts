import type { FastifyReply } from "fastify";
import { AppError } from "../foundation/app-error.ts";
import type { ApiResponse, IdempotentOutcome } from "../idempotency/idempotent-request.ts";
import { KEY_HEADER } from "./idempotency-key.ts";

const HELP = '</docs>; rel="describedby"';

/** The response to a request with an idempotency key; sets the headers that mark a replay or a conflict. @throws AppError */
export function idempotentResponse(reply: FastifyReply, key: string, once: IdempotentOutcome): ApiResponse {
  switch (once.kind) {
    case "executed":
      return once.response;
    case "replayed":
      reply.header("idempotency-replay", "true");
      return once.response;
    case "in_progress":
      reply.header("retry-after", "1").header("link", HELP);
      throw new AppError(
        "conflict",
        `Request with key "${key}" is currently being processed. Please retry after 1 second`,
      );
    case "erased":
      reply.header("link", HELP);
      throw new AppError(
        "conflict",
        `Request with key "${key}" was executed; its stored response was erased when a subscriber was deleted`,
      );
    case "reused":
      reply.header("link", HELP);
      throw reused(key);
  }
}

/** The sentence is Novu's. */
function reused(key: string): AppError {
  const message = `Request with key "${key}" is being reused for a different body, path or method`;
  return new AppError("invalid", message, { errors: { [KEY_HEADER]: { messages: [message], value: key } } });
}
