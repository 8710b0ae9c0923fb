import type { Endpoint } from "../../http/endpoint.ts";
import { getStatisticsEndpoint } from "./get-statistics.ts";

export const STATISTICS_ENDPOINTS: readonly Endpoint[] = [getStatisticsEndpoint];
