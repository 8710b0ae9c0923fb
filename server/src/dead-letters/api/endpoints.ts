import type { Api, Endpoint } from "../../http/endpoint.ts";
import {
  discardDeadLettersEndpoint,
  listDeadLettersEndpoint,
  replayDeadLettersEndpoint,
  resendMessageEndpoint,
} from "./dead-letters.ts";

export function deadLetterEndpoints(api: Api): Endpoint[] {
  return [
    listDeadLettersEndpoint(api),
    replayDeadLettersEndpoint(api),
    discardDeadLettersEndpoint,
    resendMessageEndpoint(api),
  ];
}
