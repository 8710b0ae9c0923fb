import { closeBreaker as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import {
  integrationNotFound,
  refuseMalformedId,
  toIntegration,
} from "../../integrations/api/integration-wire.ts";
import { findByName } from "../../integrations/integration.ts";
import { makeDue } from "../send/held-back-store.ts";
import { SPREAD_MS } from "../send/next-action.ts";

export const closeBreaker = (api: Api) =>
  endpoint(operation, async ({ database, environment, params: { integrationId } }) => {
    const closed = await database.transaction(async (tx) => {
      const integration = findByName(await api.integrations.lockAll(tx, environment.id), integrationId);
      if (!integration) {
        refuseMalformedId(integrationId);
        throw integrationNotFound(integrationId);
      }
      const { id, breakerOpenUntil: until } = integration;
      await api.integrations.setBreaker(tx, environment.id, { id, openUntil: null, trips: 0 });
      if (until) {
        const latest = new Date(until.getTime() + SPREAD_MS);
        await makeDue(tx, environment.id, { integrationId: id, until: latest });
      }
      if (integration.pausedUntil) await api.resumeWaiting(tx, environment.id, id);
      return { ...integration, breakerOpenUntil: null, breakerTrips: 0, pausedUntil: null, pausedFor: null };
    });
    api.forgetBreaker(closed.id);
    api.announceWork();
    return toIntegration(closed, environment, api);
  });
