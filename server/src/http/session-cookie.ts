import type { IncomingMessage } from "node:http";
import { SESSION_DAYS } from "../dashboard/session.ts";

const NAME = "tidings_session";
/** The paths of the API never see the cookie, so other pages cannot use it there. */
const ATTRIBUTES = "Path=/dashboard; HttpOnly; SameSite=Strict";

/** The token of the dashboard's cookie. */
export function sessionTokenOf({ headers }: Pick<IncomingMessage, "headers">): string | undefined {
  return new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? "")?.[1];
}

/** Only over https where the page was loaded over https. */
export function sessionCookie(token: string, { headers }: Pick<IncomingMessage, "headers">): string {
  const secure = headers.origin?.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${token}; Max-Age=${SESSION_DAYS * 86_400}; ${ATTRIBUTES}${secure}`;
}

export const ENDED_COOKIE = `${NAME}=; Max-Age=0; ${ATTRIBUTES}`;
