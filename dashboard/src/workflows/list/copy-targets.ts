import type { Session, SessionEnvironment } from "../../app/session.tsx";

/** The environments into which the session may copy workflows of the open one. */
export function copyTargets(session: Session, openId: string): readonly SessionEnvironment[] {
  return session.environments.filter(({ _id, scopes }) => _id !== openId && scopes.includes("manage"));
}
