import type { Api, Endpoint } from "../../http/endpoint.ts";
import { exportSubscriber } from "./export-subscriber.ts";

export function personalDataEndpoints(api: Api): Endpoint[] {
  return [exportSubscriber(api)];
}
