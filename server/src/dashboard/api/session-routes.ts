import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, invalidField } from "../../foundation/app-error.ts";
import type { Clock } from "../../foundation/clock.ts";
import { VERSION } from "../../foundation/version.ts";
import type { RequestPipeline } from "../../http/register-endpoint.ts";
import { notesOf } from "../../http/request-notes.ts";
import { refuseOtherOrigins } from "../../http/same-origin.ts";
import { ENDED_COOKIE, sessionCookie, sessionTokenOf } from "../../http/session-cookie.ts";
import { UNAUTHENTICATED } from "../../http/turns.ts";
import type { WrongKeys } from "../../http/wrong-keys.ts";
import type { DashboardSession } from "../session.ts";
import { deleteSession, deleteSessions, listSessions } from "../session-store.ts";
import { signInByKey, signInByLink } from "../sign-in.ts";
import type { VerifyDashboardSession } from "../verify-session.ts";

export type SessionRouteParts = {
  gate: Pick<RequestPipeline, "turns" | "loadShedding" | "clientAddress">;
  verifySession: VerifyDashboardSession;
  /** Limits failed attempts to sign in, by address. */
  failures: WrongKeys;
  publicUrl: string | undefined;
  clock: Clock;
};

/** Links and keys are shorter. */
const BODY_BYTES = 4_096;

/** The session of the dashboard's pages: who is signed in, signing in and out, and the list of sessions. */
export function sessionRoutes(app: FastifyInstance, parts: SessionRouteParts): void {
  const { gate, verifySession, publicUrl } = parts;
  const onRequest = async ({ raw }: FastifyRequest): Promise<void> => {
    notesOf(raw).operation = "dashboardSession";
    const refusal = gate.loadShedding.refusal(raw.method !== "GET");
    if (refusal) throw refusal;
    refuseOtherOrigins(raw, publicUrl);
  };
  const options = { onRequest, bodyLimit: BODY_BYTES };
  const database = () => gate.turns.requests.of(UNAUTHENTICATED);
  const sessionOf = ({ raw }: FastifyRequest) => verifySession(sessionTokenOf(raw));

  app.get("/dashboard/session", options, async (request) => toWire(await sessionOf(request)));
  app.post("/dashboard/session", options, (request, reply) => signIn(request, reply, parts));
  app.delete("/dashboard/session", options, async (request, reply) => {
    const { id } = await sessionOf(request);
    await deleteSession(database(), id);
    verifySession.forget(sessionTokenOf(request.raw) ?? "");
    return reply.code(204).header("set-cookie", ENDED_COOKIE).send();
  });
  app.get("/dashboard/sessions", options, async (request) => {
    const current = await sessionOf(request);
    const all = await listSessions(database());
    const shown = all.filter(({ id }) => current.isOperator || id === current.id);
    return shown.map((one) => ({ ...one, isCurrent: one.id === current.id }));
  });
  app.delete("/dashboard/sessions", options, async (request, reply) => {
    refuseNoOperator(await sessionOf(request));
    await deleteSessions(database());
    verifySession.forget(sessionTokenOf(request.raw) ?? "");
    return reply.code(204).header("set-cookie", ENDED_COOKIE).send();
  });
  app.delete("/dashboard/sessions/:id", options, async (request, reply) => {
    const { id } = request.params as { id: string };
    const current = await sessionOf(request);
    if (id !== current.id) refuseNoOperator(current);
    if (!(await deleteSession(database(), id))) throw new AppError("not_found", "There is no such session");
    return reply.code(204).send();
  });
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
  const currentToken = sessionTokenOf(request.raw);
  const now = clock.now();
  const database = gate.turns.requests.of(UNAUTHENTICATED);
  const attempt = () =>
    database.transaction((tx) =>
      link === undefined ? signInByKey(tx, apiKey ?? "", { currentToken, now }) : signInByLink(tx, link, now),
    );
  const token = await failures.attempt(gate.clientAddress(request.raw), attempt);
  if (!token) {
    const problem = link === undefined ? "API key not found" : "This link is not known";
    throw new AppError("unauthorized", `${problem}. Make a link that signs in: npx tidings dashboard`);
  }
  verifySession.forget(token);
  const session = await verifySession(token);
  return reply.code(201).header("set-cookie", sessionCookie(token, request.raw)).send(toWire(session));
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
      ({ id, identifier, name: called, color, isTest, isProtected, scopes }) => ({
        _id: id,
        identifier: identifier ?? id,
        name: called,
        color,
        isTest,
        isProtected,
        scopes,
      }),
    ),
  };
}
