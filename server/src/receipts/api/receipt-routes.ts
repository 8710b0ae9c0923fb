import { receiveReceipts as operation } from "@tidings/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { SHARE } from "../../foundation/share.ts";
import { acceptAnyMediaType } from "../../http/any-media-type.ts";
import type { Api } from "../../http/endpoint.ts";
import type { RequestPipeline } from "../../http/register-endpoint.ts";
import { notesOf } from "../../http/request-notes.ts";
import { admitRequest } from "../../http/request-share.ts";
import type { ProviderIO } from "../../providers/provider.ts";
import { type Certificates, createCertificates } from "../../providers/receipts/certificates.ts";
import type { ReceiptRequest } from "../../providers/receipts/receipt.ts";
import { recordReceipts } from "../record-receipts.ts";
import { refuseReused } from "../refuse-reused.ts";
import { findReceiver, judge, type ReceiptPlace } from "../verify-receipts.ts";
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
  api: Pick<Api, "clock" | "time" | "integrations" | "limits" | "log">;
  gate: Pick<RequestPipeline, "turns" | "scope" | "loadShedding" | "clientAddress">;
};
type Receiving = ReceiptParts & { certificates: Certificates };

/**
 * The routes that delivery providers call. They take bodies of any media type as bytes, because a signature covers the bytes;
 * therefore they have a context of their own in the framework.
 */
export function receiptRoutes(app: FastifyInstance, parts: ReceiptParts): void {
  const certificates = createCertificates({ call: parts.call, nowMs: () => parts.api.time.monotonicMs() });
  app.register(async (routes) => {
    acceptAnyMediaType(routes, async (_request, body) => body);
    routes.route({
      method: ["GET", "POST"],
      exposeHeadRoute: false,
      url: operation.path,
      bodyLimit: parts.api.limits.bodyBytes,
      onRequest: async (request, reply) => admit(request, reply, parts),
      handler: (request, reply) => receive(request, reply, { ...parts, certificates }),
    });
  });
}

/** Before the body is read: in the share of the address, until the integration is known. @throws AppError unavailable */
function admit(request: FastifyRequest, reply: FastifyReply, { gate }: ReceiptParts): void {
  notesOf(request.raw).operation = operation.id;
  const share = SHARE.stranger(gate.clientAddress(request.raw));
  admitRequest(gate.loadShedding, [request, reply], { share, isWrite: true });
}

async function receive(request: FastifyRequest, reply: FastifyReply, parts: Receiving) {
  const { api, gate, call, certificates, publicUrl } = parts;
  const place = request.params as ReceiptPlace;
  const { error, ...received } = requestOf(request, publicUrl);
  const now = api.clock.now();
  const address = gate.clientAddress(request.raw);
  const lookingUp = gate.scope(gate.turns.reads.of(SHARE.stranger(address)), place.environmentId);
  const receiving = { integrations: api.integrations, call, certificates, address, now };
  const receiver = await findReceiver(lookingUp, place, receiving, received);
  const answer = await judge(receiver, api.log);
  if (answer !== undefined) return reply.type("text/plain; charset=utf-8").send(answer);
  notesOf(request.raw).environmentId = place.environmentId;
  if (error) throw error;
  const share = SHARE.receipts(place.environmentId, place.integrationId);
  admitRequest(gate.loadShedding, [request, reply], { share, isWrite: true });
  const database = gate.scope(gate.turns.requests.of(share), place.environmentId);
  await refuseReused(database, place.environmentId, receiver);
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
