import { cancelTrigger as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { cancelTransaction } from "../cancel.ts";

export const cancelTrigger = (api: Api) =>
  endpoint(operation, ({ environment, params }) =>
    cancelTransaction(api, environment.id, params.transactionId),
  );
