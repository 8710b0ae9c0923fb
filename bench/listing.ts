import { type Filled, STEP_MS } from "./filling/filled-store.ts";
import { type Kind, openLists } from "./lists.ts";
import type { Workload } from "./suite/workload.ts";

const SIZE = 1_000_000;
const QUICK_SIZE = 1_000;

export const listing: Workload = {
  name: "listing",
  title: "Lists of messages and dead letters",
  text: "Pages of 10 with the exact total, one read after the other. A tenth of the messages are dead letters, too. Directus has the messages in one table with an index for each of these filters, and has no dead letters, workflows and contexts. Each of ten contexts has a fortieth of the messages.",
  unit: "read",
  rounds: 3,
  open: (options, leaveOut) => {
    const size = options.size ?? (options.isQuick ? QUICK_SIZE : SIZE);
    return openLists({ size, kindsOf }, options, leaveOut);
  },
};

function kindsOf({ size, startMs }: Filled): Kind[] {
  const messages = (name: string, query: string, directus?: string): Kind => ({
    name,
    ours: () => `/v1/messages?${query}`,
    ...(directus === undefined ? {} : { directus: () => `messages?sort=-id&limit=10${directus}` }),
  });
  const letters = (name: string, query: string): Kind => ({
    name: `dead letters: ${name}`,
    ours: () => `/v1/dead-letters?${query}`,
  });
  const [deep, middle] = [Math.floor(size / 20), Math.floor(size / 40)];
  const halfMs = (size * STEP_MS) / 2;
  // Directus counts pages from 1.
  return [
    messages("all", "", ""),
    messages("in-app", "channel=in_app", "&filter[channel][_eq]=in_app"),
    messages("failed", "status=error", "&filter[status][_eq]=error"),
    messages(
      "sent e-mails",
      "channel=email&status=sent",
      "&filter[channel][_eq]=email&filter[status][_eq]=sent",
    ),
    messages("of a subscriber", "subscriberId=user-7", "&filter[subscriber_id][_eq]=user-7"),
    messages("of a workflow", "workflowId=filled-a"),
    messages("of a context", "contextKeys=tenant:4"),
    messages("all, middle", `page=${deep}`, `&page=${deep + 1}`),
    messages(
      "in-app, middle",
      `channel=in_app&page=${middle}`,
      `&filter[channel][_eq]=in_app&page=${middle + 1}`,
    ),
    messages("of a workflow, page 1,000", "workflowId=filled-a&page=1000"),
    messages("of a workflow, middle", `workflowId=filled-a&page=${middle}`),
    messages("of a context, failed", "contextKeys=tenant:4&status=error"),
    messages("of a context, middle", `contextKeys=tenant:4&page=${Math.floor(size / 800)}`),
    letters("all", ""),
    letters("of a reason", "reason=rejected"),
    letters("of a channel", "channel=email"),
    letters("of a workflow", "workflowId=filled-a"),
    letters("of a subscriber", "subscriberId=user-10"),
    letters("of half the time", `diedBefore=${new Date(startMs + halfMs).toISOString()}`),
  ];
}
