import type { IncomingMessage } from "node:http";
import { SESSION_DAYS } from "../dashboard/session.ts";

type Request = Pick<IncomingMessage, "headers">;

const NAME = "tidings_session";
/**
 * Over https. Browsers let only this host itself set a cookie of this name, over https: no other host of the site, and no page
 * that was loaded without TLS (https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html, section 4.1.3.2).
 */
const SECURE_NAME = `__Host-${NAME}`;
const TOKEN = /^[\w-]{43}$/;

/** The paths of the API never see this cookie. */
const ATTRIBUTES = "Path=/dashboard; HttpOnly; SameSite=Strict";
/** The prefix demands this path. The API does not read the cookie. */
const SECURE_ATTRIBUTES = "Path=/; HttpOnly; SameSite=Strict; Secure";

/**
 * What may be the token of the dashboard's session, in the order of the request: usually one. Cookies of the plain name that
 * others have set are among them; where there is a secure one, they are not. Node.js refuses headers of more than 16 KB, so there are at
 * most 280, which one statement looks up.
 */
export function sessionTokensOf({ headers }: Request): readonly string[] {
  const secure = tokensNamed(SECURE_NAME, headers.cookie);
  return secure.length > 0 ? secure : tokensNamed(NAME, headers.cookie);
}

function tokensNamed(name: string, cookies = ""): readonly string[] {
  const values = cookies.split(";").flatMap((one) => {
    const [given, value = ""] = one.trim().split("=", 2);
    return given === name && TOKEN.test(value) ? [value] : [];
  });
  return [...new Set(values)];
}

/** The cookies of a new session; a page that was loaded over https gets the secure one, in place of the plain one. */
export function sessionCookies(token: string, { headers }: Request): string[] {
  const age = `Max-Age=${SESSION_DAYS * 86_400}`;
  if (!headers.origin?.startsWith("https:")) return [`${NAME}=${token}; ${age}; ${ATTRIBUTES}`];
  return [`${SECURE_NAME}=${token}; ${age}; ${SECURE_ATTRIBUTES}`, ENDED];
}

const ENDED = `${NAME}=; Max-Age=0; ${ATTRIBUTES}`;

/** Removes the cookies. Browsers ignore the secure one over http. */
export function endedCookies({ headers }: Request): string[] {
  const isSecure = headers.cookie?.includes(SECURE_NAME) === true;
  return isSecure ? [ENDED, `${SECURE_NAME}=; Max-Age=0; ${SECURE_ATTRIBUTES}`] : [ENDED];
}
