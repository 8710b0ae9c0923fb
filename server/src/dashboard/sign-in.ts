import { randomBytes } from "node:crypto";
import type { Queryable } from "../database/database.ts";
import { hashApiKey } from "../environments/api-key.ts";
import { findKey } from "../environments/api-key-store.ts";
import { AppError } from "../foundation/app-error.ts";
import { newId } from "../foundation/id.ts";
import { sha256 } from "../foundation/secrets.ts";
import { LINK_MINUTES } from "./session.ts";
import {
  addKey,
  endSessions,
  findSession,
  insertLink,
  insertSession,
  replaceHash,
  useLink,
} from "./session-store.ts";

/** 256 random bits as 43 characters of base64url. */
const newSecret = () => randomBytes(32).toString("base64url");

/** Creates a link's secret, which signs in once within 30 minutes. Only its hash is stored. */
export async function createSignInLink(database: Queryable, name: string): Promise<string> {
  const secret = newSecret();
  await insertLink(database, { hash: sha256(secret), name, minutes: LINK_MINUTES });
  return secret;
}

type SigningIn = {
  /** What may be the token of the browser's session. Others may have set it: it opens nothing after the sign-in. */
  currentTokens: readonly string[];
  now: Date;
};

/**
 * Signs in with a link: an operator's session, in place of the one that the browser had. @returns the token of the new
 * session; undefined for an unknown link.
 * @throws AppError unauthorized for a link that was used or has expired.
 */
export async function signInByLink(
  tx: Queryable,
  secret: string,
  { currentTokens, now }: SigningIn,
): Promise<string | undefined> {
  const link = await useLink(tx, sha256(secret));
  if (!link) return undefined;
  if (link.problem) {
    const problem =
      link.problem === "used" ? "was used already; it works once" : `is older than ${LINK_MINUTES} minutes`;
    throw new AppError("unauthorized", `This link ${problem}. Make another one: npx tidings dashboard`);
  }
  await endSessions(tx, currentTokens.map(sha256));
  return newSession(tx, { name: link.name, isOperator: true, now });
}

/**
 * Signs in with an API key: a session of the key's environment and scopes. A session that already exists gets the key in
 * addition, and a new token. @returns the token of the session; undefined for a key that is unknown, revoked or expired.
 */
export async function signInByKey(
  tx: Queryable,
  apiKey: string,
  { currentTokens, now }: SigningIn,
): Promise<string | undefined> {
  const keyHash = hashApiKey(apiKey);
  const found = await findKey(tx, keyHash);
  if (!found || (found.endsInMs !== null && found.endsInMs <= 0)) return undefined;
  const before = currentTokens.map(sha256);
  const current = await findSession(tx, before);
  const token = newSecret();
  if (current && (await replaceHash(tx, current.id, { before, after: sha256(token) }))) {
    await addKey(tx, current.id, keyHash);
    return token;
  }
  return newSession(tx, {
    name: `API key …${apiKey.slice(-4)}`,
    isOperator: false,
    now,
    keyHash,
  });
}

type Opened = { name: string; isOperator: boolean; now: Date; keyHash?: Buffer };

async function newSession(tx: Queryable, { name, isOperator, now, keyHash }: Opened): Promise<string> {
  const token = newSecret();
  const id = newId(now.getTime());
  await insertSession(tx, { id, hash: sha256(token), name, isOperator });
  if (keyHash) await addKey(tx, id, keyHash);
  return token;
}
