import { cancelTrigger as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { cancelTransaction } from "../cancel/cancel.ts";
import { countCanceled } from "./count-canceled.ts";

export const cancelTrigger = ({ metrics }: Api) =>
  endpoint(operation, async ({ database, environment, params, transaction }) => {
    const { isAnything, canceled } = await cancelTransaction(database, environment.id, params.transactionId);
    countCanceled({ metrics, transaction }, canceled);
    return isAnything;
  });
