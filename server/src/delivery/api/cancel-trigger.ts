import { cancelTrigger as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { cancelTransaction } from "../cancel.ts";

export const cancelTrigger = endpoint(operation, ({ database, environment, params }) =>
  cancelTransaction(database, environment.id, params.transactionId),
);
