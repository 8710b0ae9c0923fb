import { showUnsubscribe, unsubscribe as unsubscribeOperation } from "@tidings/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../foundation/app-error.ts";
import { escapeHtml } from "../../foundation/escape-html.ts";
import type { Secrets } from "../../foundation/secrets.ts";
import { SHARE, type Share } from "../../foundation/share.ts";
import { acceptAnyMediaType } from "../../http/any-media-type.ts";
import { sendPage } from "../../http/html-page.ts";
import type { RequestPipeline } from "../../http/register-endpoint.ts";
import { notesOf } from "../../http/request-notes.ts";
import { admitRequest } from "../../http/request-share.ts";
import { findUnsubscribable, type Unsubscribable, unsubscribe } from "../unsubscribe.ts";
import { readUnsubscribeToken, type Unsubscription } from "../unsubscribe-token.ts";

type UnsubscribeParts = {
  gate: Pick<RequestPipeline, "turns" | "scope" | "loadShedding" | "clientAddress">;
  secrets: Secrets;
};
type Token = { token: string };

/** RFC 8058 sends 26 characters as a form; a multipart form has some more. The content is not read. */
const MAX_BODY_BYTES = 16 * 1024;

/**
 * The link in the header `List-Unsubscribe` of mails (RFC 8058): a POST unsubscribes, a GET shows a page with a button. The
 * signed token in the path is the authentication. POST takes a body of any media type, so the routes have a context of their
 * own in the framework. Each recipient of a mail has a token, so its requests wait in the share of their address, not of the
 * environment.
 */
export function unsubscribeRoutes(app: FastifyInstance, { gate, secrets }: UnsubscribeParts): void {
  const { turns, scope, loadShedding, clientAddress } = gate;
  const shareOf = ({ raw }: Pick<FastifyRequest, "raw">): Share => SHARE.stranger(clientAddress(raw));
  app.register(async (routes) => {
    acceptAnyMediaType(routes, async () => undefined);
    const admit =
      (operation: string, isWrite: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
        notesOf(request.raw).operation = operation;
        admitRequest(loadShedding, [request, reply], { share: shareOf(request), isWrite });
      };
    routes.get<{ Params: Token }>(
      showUnsubscribe.path,
      { onRequest: admit(showUnsubscribe.id, false) },
      async (request, reply) => {
        const place = placeOf(request, secrets);
        const reads = scope(turns.reads.of(shareOf(request)), place.environmentId);
        return sendQuestion(reply, found(await findUnsubscribable(reads, place)));
      },
    );
    routes.post<{ Params: Token }>(
      unsubscribeOperation.path,
      { onRequest: admit(unsubscribeOperation.id, true), bodyLimit: MAX_BODY_BYTES },
      async (request, reply) => {
        const place = placeOf(request, secrets);
        const database = scope(turns.requests.of(shareOf(request)), place.environmentId);
        return sendConfirmation(reply, found(await unsubscribe(database, place)));
      },
    );
  });
}

/** @throws AppError not_found for a token that this service did not make. */
function placeOf({ params, raw }: FastifyRequest<{ Params: Token }>, secrets: Secrets): Unsubscription {
  const place = found(readUnsubscribeToken(secrets, params.token));
  notesOf(raw).environmentId = place.environmentId;
  return place;
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new AppError("not_found", "This link is not valid or not valid any more");
  return value;
}

function sendQuestion(reply: FastifyReply, { workflow }: Unsubscribable): FastifyReply {
  const question = `<h1>Unsubscribe</h1><p>Stop the e-mails “${escapeHtml(workflow.name)}”?</p>`;
  const button = `<button name="List-Unsubscribe" value="One-Click">Unsubscribe</button>`;
  const content = `${question}<form method="post">${button}</form>`;
  return sendPage(reply.header("cache-control", "no-store"), content, { hasForm: true });
}

function sendConfirmation(reply: FastifyReply, { workflow }: Unsubscribable): FastifyReply {
  const name = escapeHtml(workflow.name);
  const content = `<h1>Unsubscribed</h1><p>You will receive no more e-mails “${name}”.</p>`;
  return sendPage(reply.header("cache-control", "no-store"), content);
}
