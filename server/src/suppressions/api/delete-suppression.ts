import { deleteSuppression as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { endpoint } from "../../http/endpoint.ts";
import { deleteSuppression } from "../suppression-store.ts";

export const deleteSuppressionEndpoint = endpoint(
  operation,
  async ({ database, environment, params: { suppressionId } }) => {
    const isDeleted = await deleteSuppression(database, environment.id, suppressionId.toLowerCase());
    if (!isDeleted) throw new AppError("not_found", `Suppression with id ${suppressionId} not found`);
    return { acknowledged: true, status: "deleted" };
  },
);
