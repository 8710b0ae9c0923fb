import { sessionRefused } from "../inbox/session.ts";

/** The token in the authorization header of a browser's request. @throws AppError unauthorized */
export function bearerTokenOf(authorization: string | undefined): string {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) throw sessionRefused();
  return token;
}
