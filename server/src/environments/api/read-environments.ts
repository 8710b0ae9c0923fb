import { getOwnEnvironment as getOwn, listEnvironments as list } from "@tidings/contract";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { listOfOrganization } from "../environment-store.ts";
import { environmentNotFound, toEnvironment } from "./environment-wire.ts";

export const listEnvironments: Endpoint = {
  ...endpoint(list, async ({ database, environment: { organizationId } }) =>
    (await listOfOrganization(database, organizationId)).map(toEnvironment),
  ),
  seesOrganization: true,
};

export const getOwnEnvironment: Endpoint = {
  ...endpoint(getOwn, async ({ database, environment: { id, organizationId } }) => {
    const own = (await listOfOrganization(database, organizationId)).find((one) => one.id === id);
    if (!own) throw environmentNotFound(id);
    return toEnvironment(own);
  }),
  seesOrganization: true,
};
