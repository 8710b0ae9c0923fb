import {
  type BodyOf,
  MAX_SNOOZE_HOURS,
  createInboxSession as operation,
  SUBSCRIBER_ID_PATTERN,
} from "@tidings/contract";
import { contextEntitiesOf } from "../../contexts/api/context-wire.ts";
import type { Environment } from "../../environments/environment.ts";
import { AppError, invalidField } from "../../foundation/app-error.ts";
import { subscriberKeyOf } from "../../foundation/ids.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { profileOf } from "../../subscribers/subscriber.ts";
import { type Warnings, zoneWarnings } from "../../subscribers/zone-warnings.ts";
import { totalOf } from "../inbox-message.ts";
import { countUnread } from "../inbox-store.ts";
import { toUnreadCount } from "../inbox-wire.ts";
import { openSession, type SessionRequest } from "../open-session.ts";
import type { InboxSession } from "../session.ts";
import { findApplication } from "../session-store.ts";
import { unstoredValues } from "../unstored-values.ts";

/** As in the contract's schema of subscribers; there a wrong id is refused before the operation runs. */
const SUBSCRIBER_ID = new RegExp(SUBSCRIBER_ID_PATTERN, "u");

export const createInboxSession = (api: Pick<Api, "clock" | "integrations">) =>
  endpoint(operation, async ({ database, databaseOf, body }) => {
    const applicationIdentifier = applicationOf(body);
    const request = requestOf(body);
    const environment = await findApplication(database, applicationIdentifier);
    if (!environment) {
      throw new AppError("bad_request", "Please provide a valid application identifier");
    }
    const own = databaseOf(environment.id);
    const parts = { database: own, integrations: api.integrations, now: api.clock.now() };
    const { token, session } = await openSession(parts, environment, request);
    const counts = await countUnread(own, environment.id, session);
    return {
      token,
      applicationIdentifier,
      totalUnreadCount: totalOf(counts),
      unreadCount: toUnreadCount(counts),
      removeNovuBranding: true,
      isDevelopmentMode: environment.isTest,
      maxSnoozeDurationHours: MAX_SNOOZE_HOURS,
      ...(session.contextKeys.length > 0 ? { contextKeys: [...session.contextKeys] } : {}),
      ...warningsOf(environment, request, session),
    };
  });

function warningsOf(environment: Environment, request: SessionRequest, { isProven }: InboxSession): Warnings {
  if (isProven) return zoneWarnings(request.profile.timezone, environment, "subscriber.timezone");
  const warnings = unstoredValues(request);
  return warnings.length > 0 ? { warnings } : {};
}

type Body = BodyOf<typeof operation>;

function applicationOf({ applicationIdentifier = "" }: Body): string {
  if (applicationIdentifier !== "" && !applicationIdentifier.startsWith("pk_keyless_")) {
    return applicationIdentifier;
  }
  const advice = "give the applicationIdentifier of an environment: its identifier or its id";
  throw new AppError(
    "bad_request",
    `An inbox without an environment (keyless mode) is not possible; ${advice}`,
  );
}

function requestOf(body: Body): SessionRequest {
  const {
    subscriber = body.subscriberId ?? "",
    subscriberHash,
    contextHash,
    context,
    defaultSchedule,
  } = body;
  const given = typeof subscriber === "string" ? { subscriberId: subscriber } : subscriber;
  const { subscriberId = "" } = given;
  if (!SUBSCRIBER_ID.test(subscriberId) || subscriberId === "") {
    throw invalidField(
      "subscriber.subscriberId",
      "subscriber.subscriberId must name a subscriber",
      subscriberId,
    );
  }
  const isContextGiven = context !== undefined && Object.keys(context).length > 0;
  return {
    subscriberKey: subscriberKeyOf(subscriberId),
    profile: profileOf(given),
    subscriberHash,
    contextHash,
    context: isContextGiven ? (context as JsonObject) : undefined,
    contexts: contextEntitiesOf(context),
    defaultSchedule,
  };
}
