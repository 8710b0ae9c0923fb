import { listSuppressions as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { countSuppressions, listSuppressions } from "../suppression-store.ts";
import { fromFilter, toSuppression } from "./suppression-wire.ts";

const DEFAULT_LIMIT = 10;

export const listSuppressionsEndpoint = (api: Api) =>
  endpoint(operation, async ({ database, environment, query }) => {
    const { after, limit = DEFAULT_LIMIT, ...given } = query;
    const filter = fromFilter(given);
    const [found, totalCount] = await Promise.all([
      listSuppressions(database, environment.id, filter, { after, limit: limit + 1 }),
      countSuppressions(database, environment.id, filter),
    ]);
    const page = found.slice(0, limit);
    return {
      data: page.map((suppression) => toSuppression(suppression, api.brand)),
      next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
      totalCount,
    };
  });
