import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, invalidField } from "../../foundation/app-error.ts";
import type { Clock } from "../../foundation/clock.ts";
import { sha256 } from "../../foundation/secrets.ts";
import { kindOf } from "../../foundation/share.ts";
import { VERSION } from "../../foundation/version.ts";
import { obeyRateLimit, type RequestPipeline } from "../../http/register-endpoint.ts";
import { notesOf } from "../../http/request-notes.ts";
import { admitRequest } from "../../http/request-share.ts";
import { endedCookies, sessionCookies, sessionTokensOf } from "../../http/session-cookie.ts";
import type { WrongKeys } from "../../http/wrong-keys.ts";
import type { DashboardSession } from "../session.ts";
import { deleteSession, deleteSessions, endSessions, listSessions } from "../session-store.ts";
import { signInByKey, signInByLink } from "../sign-in.ts";
import { ownShareOf, type VerifyDashboardSession } from "../verify-session.ts";

export type SessionRouteParts = {
  gate: Pick<
    RequestPipeline,
    "turns" | "loadShedding" | "rateLimiter" | "clientAddress" | "refuseOtherOrigins"
  >;
  verifySession: VerifyDashboardSession;
  /** Limits failed attempts to sign in, by address. */
  failures: WrongKeys;
  clock: Clock;
};

/** Links and keys are shorter. */
const BODY_BYTES = 4_096;

/**
 * The session of the dashboard's pages: who is signed in, signing in and out, and the list of sessions. The requests of a session
 * that this process knows have its share and rate limit, so that strangers at the same address do not refuse them. Others have those
 * of their address, because they come before it is known who calls.
 */
export function sessionRoutes(app: FastifyInstance, parts: SessionRouteParts): void {
  const { gate, verifySession } = parts;
  const addressOf = ({ raw }: FastifyRequest): string => gate.clientAddress(raw);
  const onRequest = async (...sent: readonly [FastifyRequest, FastifyReply]) => admit(sent, parts);
  const options = { onRequest, bodyLimit: BODY_BYTES };
  const databaseOf = (session: DashboardSession) => gate.turns.requests.of(ownShareOf(session));
  const sessionOf = (request: FastifyRequest) =>
    verifySession(sessionTokensOf(request.raw), addressOf(request));
  const forget = ({ raw }: FastifyRequest) => sessionTokensOf(raw).forEach(verifySession.forget);

  app.get("/dashboard/session", options, async (request) => toWire(await sessionOf(request)));
  app.post("/dashboard/session", options, (request, reply) => signIn(request, reply, parts));
  app.delete("/dashboard/session", options, async (request, reply) => {
    const current = await sessionOf(request);
    await endSessions(databaseOf(current), sessionTokensOf(request.raw).map(sha256));
    forget(request);
    return reply.code(204).header("set-cookie", endedCookies(request.raw)).send();
  });
  app.get("/dashboard/sessions", options, async (request) => {
    const current = await sessionOf(request);
    const all = await listSessions(databaseOf(current));
    const shown = all.filter(({ id }) => current.isOperator || id === current.id);
    return shown.map((one) => ({ ...one, isCurrent: one.id === current.id }));
  });
  app.delete("/dashboard/sessions", options, async (request, reply) => {
    const current = await sessionOf(request);
    refuseNoOperator(current);
    await deleteSessions(databaseOf(current));
    forget(request);
    return reply.code(204).header("set-cookie", endedCookies(request.raw)).send();
  });
  app.delete("/dashboard/sessions/:id", options, async (request, reply) => {
    const { id } = request.params as { id: string };
    const current = await sessionOf(request);
    if (id !== current.id) refuseNoOperator(current);
    const isDeleted = await deleteSession(databaseOf(current), id);
    if (!isDeleted) throw new AppError("not_found", "There is no such session");
    return reply.code(204).send();
  });
}

/** @throws AppError unavailable, too_many, forbidden */
function admit(
  sent: readonly [FastifyRequest, FastifyReply],
  { gate, verifySession }: SessionRouteParts,
): void {
  const [{ raw }, reply] = sent;
  notesOf(raw).operation = "dashboardSession";
  const address = gate.clientAddress(raw);
  const share = verifySession.shareOf(sessionTokensOf(raw), address);
  admitRequest(gate.loadShedding, sent, { share, isWrite: raw.method !== "GET" });
  const client = kindOf(share) === "stranger" ? address : share;
  obeyRateLimit(reply, gate.rateLimiter.takeOf(client, "other"));
  gate.refuseOtherOrigins(raw);
}

function refuseNoOperator({ isOperator }: DashboardSession): void {
  if (isOperator) return;
  throw new AppError(
    "forbidden",
    "Only a session from a link (npx tidings dashboard) may end other sessions",
  );
}

async function signIn(request: FastifyRequest, reply: FastifyReply, parts: SessionRouteParts) {
  const { gate, verifySession, failures, clock } = parts;
  const { link, apiKey } = credentialsOf(request.body);
  const currentTokens = sessionTokensOf(request.raw);
  const signingIn = { currentTokens, now: clock.now() };
  const address = gate.clientAddress(request.raw);
  const share = verifySession.shareOf(currentTokens, address);
  const database = gate.turns.requests.of(share);
  const attempt = () =>
    database.transaction((tx) =>
      link === undefined ? signInByKey(tx, apiKey ?? "", signingIn) : signInByLink(tx, link, signingIn),
    );
  const token = await failures.attempt(address, attempt);
  if (!token) {
    const problem = link === undefined ? "API key not found" : "This link is not known";
    throw new AppError("unauthorized", `${problem}. Make a link that signs in: npx tidings dashboard`);
  }
  currentTokens.forEach(verifySession.forget);
  const session = await verifySession.opened(token, share);
  return reply.code(201).header("set-cookie", sessionCookies(token, request.raw)).send(toWire(session));
}

/** @throws AppError invalid unless the body has either a link or an API key. */
function credentialsOf(body: unknown): { link?: string; apiKey?: string } {
  const { link, apiKey } = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  if (typeof link === "string" && apiKey === undefined) return { link };
  if (typeof apiKey === "string" && link === undefined) return { apiKey: apiKey.trim() };
  throw invalidField("link", "The body must have either link or apiKey, as text", undefined);
}

function toWire({ isOperator, name, environments }: DashboardSession) {
  return {
    isOperator,
    name,
    version: VERSION,
    environments: environments.map(
      ({ id, identifier, name: called, color, isTest, isProtected, defaultZone, scopes }) => ({
        _id: id,
        identifier: identifier ?? id,
        name: called,
        color,
        isTest,
        isProtected,
        timezone: defaultZone,
        scopes,
      }),
    ),
  };
}
