import { receiveReceipts as operation } from "@tidings/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Api } from "../../http/endpoint.ts";
import { bytesOf, type RequestPipeline } from "../../http/register-endpoint.ts";
import { notesOf } from "../../http/request-notes.ts";
import type { ProviderIO } from "../../providers/provider.ts";
import type { ReceiptRequest } from "../../providers/receipts/receipt.ts";
import { recordReceipts } from "../record-receipts.ts";
import { findReceiver, type ReceiptPlace, refuseUnsigned } from "../verify-receipts.ts";
import { calledUrl } from "./called-url.ts";
import { contentOf } from "./receipt-content.ts";
import { toReceiptResult } from "./receipt-wire.ts";

export type ReceiptSource = {
  /** HTTP with the outbound guard, for the certificates and handshakes of vendors. */
  call: ProviderIO["request"];
  /** The address under which vendors reach the service; by default, the one in the headers of each request. */
  publicUrl?: string | undefined;
};
export type ReceiptParts = ReceiptSource & {
  api: Pick<Api, "clock" | "time" | "integrations" | "limits">;
  gate: Pick<RequestPipeline, "turns" | "scope" | "loadShedding" | "bodyBudget">;
};

/** Unverified requests share the places and the memory of one (empty) environment id. */
const UNVERIFIED = "";

/**
 * The routes that delivery providers call. They take bodies of any media type as bytes, because a signature covers the bytes;
 * therefore they have a context of their own in the framework.
 */
export function receiptRoutes(app: FastifyInstance, parts: ReceiptParts): void {
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(
      "*",
      { parseAs: "buffer" },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    routes.route({
      method: ["GET", "POST"],
      exposeHeadRoute: false,
      url: operation.path,
      bodyLimit: parts.api.limits.bodyBytes,
      onRequest: async (request, reply) => admit(request, reply, parts),
      handler: (request, reply) => receive(request, reply, parts),
    });
  });
}

/** Before the body is read: load, and memory for bodies. @throws AppError unavailable */
function admit(request: FastifyRequest, reply: FastifyReply, { api, gate }: ReceiptParts): void {
  notesOf(request.raw).operation = operation.id;
  const refusal = gate.loadShedding.refusal(true);
  if (refusal) throw refusal;
  const bytes = bytesOf(request, api.limits.bodyBytes);
  reply.raw.once("close", gate.bodyBudget.take(UNVERIFIED, bytes));
}

async function receive(request: FastifyRequest, reply: FastifyReply, parts: ReceiptParts) {
  const { api, gate, call, publicUrl } = parts;
  const place = request.params as ReceiptPlace;
  const { error, ...received } = requestOf(request, publicUrl);
  const now = api.clock.now();
  const lookingUp = gate.scope(gate.turns.reads.of(UNVERIFIED), place.environmentId);
  const receiving = { integrations: api.integrations, call, now };
  const receiver = await findReceiver(lookingUp, place, receiving, received);
  const answer = await receiver.rules.handshake?.(receiver.verification);
  if (answer !== undefined) return reply.type("text/plain; charset=utf-8").send(answer);
  await refuseUnsigned(receiver);
  notesOf(request.raw).environmentId = place.environmentId;
  if (error) throw error;
  const database = gate.scope(gate.turns.requests.of(place.environmentId), place.environmentId);
  const receipts = receiver.rules.receiptsIn(received.content);
  const batch = { integrationId: place.integrationId, receipts, now, time: api.time };
  const stored = await recordReceipts(database, place.environmentId, batch);
  return stored.map((one) => toReceiptResult(one, now));
}

function requestOf({ raw, headers, body, method }: FastifyRequest, publicUrl: string | undefined) {
  const url = calledUrl(raw.url ?? "/", headers, publicUrl);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const { value: content, error } = contentOf(bytes, headers["content-type"], new URL(url).searchParams);
  const request: ReceiptRequest = { method: method as "GET" | "POST", url, headers, body: bytes, content };
  return { ...request, error };
}
