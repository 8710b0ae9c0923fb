import { createEnvironment as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, type Endpoint, endpoint } from "../../http/endpoint.ts";
import { createEnvironment as create, refuseTakenNames } from "../create-environment.ts";
import { defaultZoneOf, FIRST_ZONE } from "../default-zone.ts";
import { listOfOrganization, lockOrganization } from "../environment-store.ts";
import { toNewEnvironment } from "./environment-wire.ts";

const MAX_ENVIRONMENTS = 100;

export const createEnvironment = (api: Api): Endpoint => ({
  ...endpoint(operation, async ({ database, environment: { organizationId }, body }) => {
    const { name, isTest = false, identifier = null, color = null, isProtected = false } = body;
    const defaultZone = body.timezone === undefined ? FIRST_ZONE : defaultZoneOf(body.timezone);
    const now = api.clock.now();
    const look = { identifier, color, isProtected };
    return database.transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      if ((await listOfOrganization(tx, organizationId)).length >= MAX_ENVIRONMENTS) {
        throw new AppError("bad_request", `An organization has at most ${MAX_ENVIRONMENTS} environments`);
      }
      await refuseTakenNames(tx, { id: "", name, identifier });
      const made = await create(tx, { name, organizationId, isTest, defaultZone, look, now });
      if (!made) throw new AppError("conflict", `There is an environment named "${name}" already`);
      await api.seedEnvironment(tx, made.environment.id, now);
      return toNewEnvironment({ ...made.environment, ...look }, made);
    });
  }),
  seesOrganization: true,
});
