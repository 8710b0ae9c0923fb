import type { Api, Endpoint } from "../../http/endpoint.ts";
import { deleteSuppressionEndpoint } from "./delete-suppression.ts";
import { listSuppressionsEndpoint } from "./list-suppressions.ts";

export function suppressionEndpoints(api: Api): Endpoint[] {
  return [listSuppressionsEndpoint(api), deleteSuppressionEndpoint];
}
