import { deleteEnvironment as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { targetRefused } from "../../http/target-environment.ts";
import { listOfOrganization, lockOrganization, markDeleted } from "../environment-store.ts";
import { environmentNotFound } from "./environment-wire.ts";

export const deleteEnvironment: Endpoint = {
  ...endpoint(operation, async ({ database, environment: { id, organizationId }, targetOf, params }) => {
    const { environmentId } = params;
    if (environmentId === id) {
      throw new AppError(
        "bad_request",
        "This request is made with a key of that environment: delete it with a key of another one and this key in the header Target-Authorization. The last environment of an organization cannot be deleted",
      );
    }
    if (!targetOf(environmentId)) throw targetRefused(environmentId);
    const isDeleted = await database.transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      // If the keys of two environments delete each other's environment at the same time, one environment must remain.
      const left = await listOfOrganization(tx, organizationId);
      if (!left.some((one) => one.id === id)) throw new AppError("unauthorized", "API Key not found");
      return markDeleted(tx, organizationId, environmentId);
    });
    if (!isDeleted) throw environmentNotFound(environmentId);
    return { acknowledged: true, status: "deleted" };
  }),
  seesOrganization: true,
};
