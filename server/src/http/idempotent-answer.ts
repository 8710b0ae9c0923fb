import type { FastifyReply } from "fastify";
import { AppError } from "../foundation/app-error.ts";
import type { Answer, IdempotentOutcome } from "../idempotency/idempotent-request.ts";
import { KEY_HEADER } from "./idempotency-key.ts";

const HELP = '</docs>; rel="describedby"';

/** The answer to a request under an idempotency key, with the headers that tell what it is. @throws AppError */
export function idempotentAnswer(reply: FastifyReply, key: string, once: IdempotentOutcome): Answer {
  switch (once.kind) {
    case "executed":
      return once.answer;
    case "replayed":
      reply.header("idempotency-replay", "true");
      return once.answer;
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
        `Request with key "${key}" was executed; its answer was erased with a subscriber that was deleted since`,
      );
    case "reused":
      reply.header("link", HELP);
      throw reused(key);
  }
}

/** In the field's words. */
function reused(key: string): AppError {
  const message = `Request with key "${key}" is being reused for a different body, path or method`;
  return new AppError("invalid", message, { errors: { [KEY_HEADER]: { messages: [message], value: key } } });
}
