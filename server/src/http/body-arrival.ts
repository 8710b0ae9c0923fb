import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Cancel, Time } from "../foundation/clock.ts";
import { kindOf, SHARE, type Share } from "../foundation/share.ts";
import { type BodyBudget, SMALL_BYTES } from "./body-budget.ts";
import type { ClientAddress } from "./client-address.ts";
import type { LoadShedding } from "./load-shedding.ts";
import { onceClosed } from "./once-closed.ts";
import { admitRequest, shareOf } from "./request-share.ts";

export type ArrivalParts = {
  bodyBudget: BodyBudget;
  loadShedding: Pick<LoadShedding, "admit">;
  clientAddress: ClientAddress;
  time: Time;
};

/** A stranger's body of which nothing arrives for this long is given up. Every request ends after 28 s (`server.ts`). */
const SILENT_MS = 10_000;
/** The refusals of bodies that were still arriving. */
const refused = new WeakSet<Error>();

/**
 * Counts the bytes of each body as they arrive, in the share of its request. What is too much ends in 503, a stranger's body
 * that stops arriving in 408. A route that has not admitted its request takes no body without a share: the request is admitted
 * here, in the share of its address.
 */
export function countArrivals(app: FastifyInstance, parts: ArrivalParts): void {
  app.addHook("preParsing", (request, reply, payload, done) => {
    try {
      if (announcesBody(request.raw, 0)) followBody(request, reply, parts);
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
}

/** @throws AppError unavailable */
function followBody(request: FastifyRequest, reply: FastifyReply, parts: ArrivalParts): void {
  const { raw } = request;
  const share = shareOf(request) ?? SHARE.stranger(parts.clientAddress(raw));
  if (!shareOf(request)) admitRequest(parts.loadShedding, [request, reply], { share, isWrite: true });
  // Small bodies are not counted; those of strangers have a deadline.
  const isFollowed = kindOf(share) === "stranger" || announcesBody(raw, SMALL_BYTES);
  if (isFollowed) onceClosed(reply.raw, follow(raw, share, parts));
}

/** Whether the error refuses a body that is still on the way. */
export function isRefusedOnArrival(error: unknown): boolean {
  return error instanceof Error && refused.has(error);
}

/** Whether the body may have more bytes than this. GET requests may announce a body, which no operation reads. */
function announcesBody({ method, headers }: IncomingMessage, bytes: number): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > bytes;
}

/** @returns a function that ends the counting. */
function follow(body: IncomingMessage, share: Share, { bodyBudget, time }: ArrivalParts): () => void {
  const arriving = bodyBudget.open(share);
  const isStranger = kindOf(share) === "stranger";
  let cancel: Cancel = () => {};
  const stop = (): void => {
    cancel();
    body.off("data", count);
    body.off("end", stop);
  };
  const giveUp = (error: Error): void => {
    stop();
    // The parser listens for errors of the body. Not within the event of the piece, which the parser gets after this function.
    process.nextTick(() => body.listenerCount("error") > 0 && body.emit("error", error));
  };
  const waitForMore = (): void => {
    cancel();
    cancel = time.after(SILENT_MS, () => giveUp(silent()));
  };
  const count = (piece: Buffer): void => {
    const refusal = arriving.add(piece.length);
    if (refusal) {
      refused.add(refusal);
      giveUp(refusal);
    } else if (isStranger) waitForMore();
  };
  body.on("data", count);
  body.once("end", stop);
  if (isStranger) waitForMore();
  return () => {
    stop();
    arriving.close();
  };
}

function silent(): Error {
  const sentence = `The request's body was announced and did not arrive within ${SILENT_MS / 1_000} s`;
  return Object.assign(new Error(sentence), { statusCode: 408 });
}
