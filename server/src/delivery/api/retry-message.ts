import { retryMessage as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { retryMessage as makeDue } from "../send/retry-message.ts";

export const retryMessage = ({ announceWork, integrations }: Pick<Api, "announceWork" | "integrations">) =>
  endpoint(operation, async ({ database, transaction, environment, params }) => {
    const messageId = params.messageId.toLowerCase();
    const heldBack = await makeDue({ database, integrations }, environment.id, messageId);
    if (transaction) transaction.afterCommit(announceWork);
    else announceWork();
    if (!heldBack) return { acknowledged: true };
    const { reason, until } = heldBack;
    return { acknowledged: true, heldBack: { reason, ...(until ? { until: until.toISOString() } : {}) } };
  });
