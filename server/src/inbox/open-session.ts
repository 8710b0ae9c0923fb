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
import { endNaming, MAX_NAMED, nameSubscriber } from "../subscribers/named-subscriber-store.ts";
import { changesSubscriber, type Subscriber, type SubscriberProfile } from "../subscribers/subscriber.ts";
import { findSubscriber, insertSubscribers, updateSubscribers } from "../subscribers/subscriber-store.ts";
import { needsHash } from "./hash-need.ts";
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
 * Opens a session. With a valid hash, its values are stored: the subscriber's profile and schedule, and the contexts that
 * do not exist. Any browser can send a request without a hash, so this only names things: a subscriber that does not exist
 * gets a row without values, and its contexts only select messages.
 * @throws AppError not_found without an active in-app integration, unauthorized for a missing or wrong hash, forbidden if
 * requests without a hash have named too many subscribers.
 */
export async function openSession(
  { database, integrations, now }: Parts,
  environment: Environment,
  request: SessionRequest,
): Promise<OpenedSession> {
  const schedule = request.defaultSchedule && checkedSchedule(request.defaultSchedule);
  const isHashNeeded = await needsHash(database, integrations, environment.id);
  if (isHashNeeded === undefined) {
    throw new AppError("not_found", "The active in-app integration could not be found");
  }
  const keys = await findSigningKeys(database, environment.id);
  const signer = keys.find((key) => hasSigned(key, request));
  const key = signer ?? (isHashNeeded || isForged(request) ? undefined : keys[0]);
  if (!key) throw sessionRefused();
  const isProven = signer !== undefined;
  const subscriber = isProven
    ? await database.transaction((tx) => storeValues(tx, environment.id, { ...request, schedule, now }))
    : await nameOnly(database, environment.id, { ...request, now });
  const expiresAtMs = now.getTime() + SESSION_HOURS * 3_600_000;
  const contextKeys = request.contexts.map(contextKeyOf).toSorted();
  const { id: subscriberId, subscriberKey } = subscriber;
  const inbox = { subscriberId, contextKeys, expiresAtMs, isProven };
  const claims = { ...inbox, environmentId: environment.id, apiKeyId: key.id };
  const session = { ...inbox, environment, subscriberKey };
  return { token: sessionToken(database.secrets, claims), session };
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

type Named = Pick<Subscriber, "id" | "subscriberKey">;
type Storing = Pick<SessionRequest, "subscriberKey" | "profile" | "contexts"> & {
  schedule: ReturnType<typeof checkedSchedule> | undefined;
  now: Date;
};

/** Stores the values of a request with a valid hash. */
async function storeValues(
  tx: Queryable,
  environmentId: string,
  { contexts, schedule, ...taking }: Storing,
): Promise<Named> {
  const subscriber = await saveSubscriber(tx, environmentId, taking);
  await insertMissingContexts(tx, environmentId, contexts);
  if (schedule) await saveFirstSchedule(tx, environmentId, subscriber.id, schedule);
  return subscriber;
}

async function saveSubscriber(
  tx: Queryable,
  environmentId: string,
  { subscriberKey, profile, now }: Pick<Storing, "subscriberKey" | "profile" | "now">,
): Promise<Named> {
  await endNaming(tx, environmentId, [subscriberKey]);
  const existing = await findSubscriber(tx, environmentId, subscriberKey);
  if (existing && !changesSubscriber(existing, profile)) return existing;
  if (!existing) {
    const id = newId<SubscriberId>(now.getTime());
    const [created] = await insertSubscribers(tx, environmentId, [{ id, subscriberKey, profile }]);
    if (created) return created;
  }
  const [changed] = await updateSubscribers(tx, environmentId, [{ subscriberKey, profile }]);
  if (!changed) throw new AppError("unavailable", "The subscriber was deleted at this moment; try again");
  return changed;
}

/**
 * The subscriber's row, which is created without values if there is none: messages and tokens refer to its id.
 * @throws AppError forbidden
 */
async function nameOnly(
  database: Queryable,
  environmentId: string,
  { subscriberKey, now }: Pick<Storing, "subscriberKey" | "now">,
): Promise<Named> {
  const existing = await findSubscriber(database, environmentId, subscriberKey);
  if (existing) return existing;
  await nameSubscriber(database, environmentId, { id: newId<SubscriberId>(now.getTime()), subscriberKey });
  const named = await findSubscriber(database, environmentId, subscriberKey);
  // Not 429: nothing makes room with time.
  if (!named) throw new AppError("forbidden", TOO_MANY_NAMED);
  return named;
}

const TOO_MANY_NAMED = `This environment has ${MAX_NAMED} subscribers that only browsers have named; create the subscriber with an API key, send its subscriberHash, or delete those that you do not need`;
