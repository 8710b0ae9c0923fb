import type { Schedule } from "@tidings/contract";
import type { ContextEntity } from "../contexts/context.ts";
import { insertMissingContexts } from "../contexts/context-store.ts";
import { contextKeyOf } from "../contexts/contexts.ts";
import type { Queryable, Transactional } from "../database/database.ts";
import { findSigningKeys, type SigningKey } from "../environments/api-key-store.ts";
import type { Environment } from "../environments/environment.ts";
import { AppError } from "../foundation/app-error.ts";
import { newId } from "../foundation/id.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import { checkedSchedule } from "../preferences/check-schedule.ts";
import { saveFirstSchedule } from "../preferences/preference-store.ts";
import { changesSubscriber, type Subscriber, type SubscriberProfile } from "../subscribers/subscriber.ts";
import { findSubscriber, insertSubscribers, updateSubscribers } from "../subscribers/subscriber-store.ts";
import { type InboxSession, SESSION_HOURS, sessionRefused } from "./session.ts";
import { sessionToken } from "./session-token.ts";
import { contextHash, isSameHash, subscriberHash } from "./subscriber-hash.ts";

/** What a browser sends to open a session. */
export type SessionRequest = {
  subscriberKey: SubscriberKey;
  profile: SubscriberProfile;
  subscriberHash: string | undefined;
  contextHash: string | undefined;
  /** As it was sent: the hash is of this object. */
  context: JsonObject | undefined;
  contexts: readonly ContextEntity[];
  defaultSchedule: Schedule | undefined;
};

export type OpenedSession = { token: string; session: InboxSession };

type Parts = { database: Transactional; integrations: IntegrationStore; now: Date };

/**
 * Opens a session. A subscriber that does not exist is created; one that exists is changed only if the hash is valid,
 * because any browser can send a request without a hash.
 * @throws AppError not_found without an active in-app integration, unauthorized for a missing or wrong hash.
 */
export async function openSession(
  { database, integrations, now }: Parts,
  environment: Environment,
  request: SessionRequest,
): Promise<OpenedSession> {
  const schedule = request.defaultSchedule && checkedSchedule(request.defaultSchedule);
  const isHashNeeded = await needsHash(database, integrations, environment.id);
  const keys = await findSigningKeys(database, environment.id);
  const signer = keys.find((key) => hasSigned(key, request));
  const key = signer ?? (isHashNeeded || isForged(request) ? undefined : keys[0]);
  if (!key) throw sessionRefused();
  const subscriber = await database.transaction(async (tx) => {
    const found = await takeSubscriber(tx, environment.id, {
      ...request,
      isProven: signer !== undefined,
      now,
    });
    await insertMissingContexts(tx, environment.id, request.contexts);
    if (schedule) await saveFirstSchedule(tx, environment.id, found.id, schedule);
    return found;
  });
  const expiresAtMs = now.getTime() + SESSION_HOURS * 3_600_000;
  const contextKeys = request.contexts.map(contextKeyOf).toSorted();
  const { id: subscriberId, subscriberKey } = subscriber;
  const claims = { environmentId: environment.id, subscriberId, apiKeyId: key.id, contextKeys, expiresAtMs };
  const session = { environment, subscriberId, subscriberKey, contextKeys, expiresAtMs };
  return { token: sessionToken(database.secrets, claims), session };
}

/** Whether the active in-app integration demands hashes. */
async function needsHash(
  database: Queryable,
  integrations: IntegrationStore,
  environmentId: string,
): Promise<boolean> {
  const all = await integrations.list(database, environmentId);
  const inApp = all.find(({ channel, isActive }) => channel === "in_app" && isActive);
  if (!inApp) throw new AppError("not_found", "The active in-app integration could not be found");
  return inApp.credentials.hmac === true;
}

/** Whether the key has signed the subscriber's id, and the contexts where there are any. */
function hasSigned({ apiKey }: SigningKey, request: SessionRequest): boolean {
  const { subscriberKey, subscriberHash: ofSubscriber, contextHash: ofContext, context } = request;
  if (!ofSubscriber || !isSameHash(ofSubscriber, subscriberHash(apiKey, subscriberKey))) return false;
  return !context || (ofContext !== undefined && isSameHash(ofContext, contextHash(apiKey, context)));
}

/** A wrong hash is refused also where none is needed: its sender means to prove something. */
function isForged({ subscriberHash, contextHash }: SessionRequest): boolean {
  return Boolean(subscriberHash || contextHash);
}

type Taking = Pick<SessionRequest, "subscriberKey" | "profile"> & { isProven: boolean; now: Date };

async function takeSubscriber(
  tx: Queryable,
  environmentId: string,
  { subscriberKey, profile, isProven, now }: Taking,
): Promise<Pick<Subscriber, "id" | "subscriberKey">> {
  const existing = await findSubscriber(tx, environmentId, subscriberKey);
  if (existing && !(isProven && changesSubscriber(existing, profile))) return existing;
  if (!existing) {
    const id = newId<SubscriberId>(now.getTime());
    const [created] = await insertSubscribers(tx, environmentId, [{ id, subscriberKey, profile }]);
    if (created) return created;
  }
  const [changed] = isProven
    ? await updateSubscribers(tx, environmentId, [{ subscriberKey, profile }])
    : [await findSubscriber(tx, environmentId, subscriberKey)];
  if (!changed) throw new AppError("unavailable", "The subscriber was deleted at this moment; try again");
  return changed;
}
