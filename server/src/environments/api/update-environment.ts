import { updateEnvironment as operation } from "@tidings/contract";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { targetRefused } from "../../http/target-environment.ts";
import { refuseBadName, refuseTakenNames } from "../create-environment.ts";
import { defaultZoneOf } from "../default-zone.ts";
import { listOfOrganization, lockOrganization, updateEnvironment as update } from "../environment-store.ts";
import { environmentNotFound, toEnvironment } from "./environment-wire.ts";

export const updateEnvironment: Endpoint = {
  ...endpoint(operation, async ({ database, environment: { organizationId }, targetOf, params, body }) => {
    const { environmentId } = params;
    if (!targetOf(environmentId)) throw targetRefused(environmentId);
    if (body.name !== undefined) refuseBadName(body.name);
    const zone = body.timezone === undefined ? undefined : defaultZoneOf(body.timezone);
    return database.transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const all = await listOfOrganization(tx, organizationId);
      const before = all.find(({ id }) => id === environmentId);
      if (!before) throw environmentNotFound(environmentId);
      const { name = before.name, identifier = before.identifier } = body;
      const { color = before.color, isProtected = before.isProtected } = body;
      const defaultZone = zone ?? before.defaultZone;
      const changed = { id: environmentId, name, identifier, color, isProtected, defaultZone };
      await refuseTakenNames(tx, changed);
      const updated = await update(tx, organizationId, changed);
      if (!updated) throw environmentNotFound(environmentId);
      return toEnvironment(updated);
    });
  }),
  seesOrganization: true,
};
