import { cancelTrigger as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { cancelTransaction } from "../cancel/cancel.ts";

export const cancelTrigger = ({ metrics }: Api) =>
  endpoint(operation, async ({ database, environment, params, transaction }) => {
    const { isAnything, canceledTypes } = await cancelTransaction(
      database,
      environment.id,
      params.transactionId,
    );
    const count = () => {
      for (const type of canceledTypes) metrics.jobsEnded({ type, status: "canceled" }, 1);
    };
    if (transaction) transaction.afterCommit(count);
    else count();
    return isAnything;
  });
