import { createClient } from "@tidings/client";
import type { Target } from "../load.ts";

/** A list to read. */
export type Query = { name: string; path: string };

/** Filters of a store of this size, each with the part of a query. */
type Filters = readonly (readonly [name: string, query: string])[];

/** What the lists of the filled store are filtered by. */
type Known = { integrationId: string; subscriberId: string; transactionId: string };

const DAY_MS = 86_400_000;

export async function queriesOf(target: Target, size: number): Promise<Query[]> {
  const known = await findKnown(target);
  const list = (name: string, path: string, filters: Filters) =>
    filters.map(([filter, query]) => ({ name: `${name}: ${filter}`, path: `${path}?${query}` }));
  return [
    ...list("messages", "/v1/messages", firstPages(known)),
    ...list("messages", "/v1/messages", deepPages(known, size)),
    ...list("dead letters", "/v1/dead-letters", deadLetters(known, Date.now())),
  ];
}

async function findKnown(target: Target): Promise<Known> {
  const api = createClient(target);
  const [message] = (await api.messages.list({ limit: 1, channel: "email" })).data;
  const integrations = await api.integrations.list();
  return {
    integrationId: integrations.find(({ channel }) => channel === "email")?._id ?? "",
    subscriberId: message?.subscriber?.subscriberId ?? "",
    transactionId: message?.transactionId ?? "",
  };
}

const firstPages = ({ integrationId, subscriberId, transactionId }: Known): Filters => [
  ["all", ""],
  ["channel in_app", "channel=in_app"],
  ["channel sms", "channel=sms"],
  ["status error", "status=error"],
  ["status warning", "status=warning"],
  ["channel email, status sent", "channel=email&status=sent"],
  ["workflow", "workflowId=listed-a"],
  ["integration", `integrationId=${integrationId}`],
  ["subscriber", `subscriberId=${subscriberId}`],
  ["transaction", `transactionId=${transactionId}`],
  ["context", "contextKeys=tenant:4"],
  ["context, status error", "contextKeys=tenant:4&status=error"],
  ["context and workflow", "contextKeys=tenant:4&workflowId=listed-a"],
  ["all, without the total", "includeTotal=false"],
];

/** Pages of 10 unless stated; the places follow from what `fill` writes. */
function deepPages({ integrationId }: Known, size: number): Filters {
  const middle = (share: number) => Math.floor((size * share) / 20);
  const deep = Math.floor(size / 200);
  return [
    ["all, page 1,000", "page=1000"],
    [`all, page ${deep.toLocaleString("en")} of 100`, `page=${deep}&limit=100`],
    ["all, the last page", `page=${Math.floor((size - 1) / 10)}`],
    ["channel in_app, in the middle", `channel=in_app&page=${middle(0.5)}`],
    ["status error, in the middle", `status=error&page=${middle(0.01)}`],
    ["workflow, page 1,000", "workflowId=listed-a&page=1000"],
    ["workflow, in the middle", `workflowId=listed-a&page=${middle(0.5)}`],
    ["workflow, status error, in the middle", `workflowId=listed-a&status=error&page=${middle(0.005)}`],
    ["integration, in the middle", `integrationId=${integrationId}&page=${middle(0.3)}`],
    ["context, in the middle", `contextKeys=tenant:4&page=${middle(0.025)}`],
  ];
}

const deadLetters = ({ subscriberId, transactionId }: Known, nowMs: number): Filters => [
  ["all", ""],
  ["reason rejected", "reason=rejected"],
  ["channel", "channel=email"],
  ["workflow", "workflowId=listed-a"],
  ["transaction", `transactionId=${transactionId}`],
  ["subscriber", `subscriberId=${subscriberId}`],
  ["of the last 3 days", `diedAfter=${new Date(nowMs - 3 * DAY_MS).toISOString()}`],
  ["before 3 days ago", `diedBefore=${new Date(nowMs - 3 * DAY_MS).toISOString()}`],
];
