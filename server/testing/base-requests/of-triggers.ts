import type { World } from "../seeded-world.ts";
import { triggerBody } from "../world-bodies.ts";
import { type BaseRequests, everyStep, first } from "./base-request.ts";

const trigger = ({ canary }: World, n: number) =>
  triggerBody({
    transactionId: `txn-${n}`,
    to: ["u1", { subscriberId: "u2", firstName: "F", email: "f@example.com", data: { a: [1] } }],
    canary,
  });

/** Triggers, and what became of them. */
export const OF_TRIGGERS: BaseRequests = {
  getMessage: ({ own }) => ({ params: { messageId: first(own.message) } }),
  listMessages: ({ own, shared }) => ({
    query: {
      channel: "in_app",
      subscriberId: shared.subscriber,
      transactionId: "t1",
      contextKeys: "region:eu",
      notificationId: first(own.notification),
      status: "sent",
      workflowId: shared.workflow,
      integrationId: first(own.integration),
      after: "f".repeat(24),
      includeTotal: "false",
      page: "0",
      limit: "10",
    },
  }),
  deleteMessage: ({ own }) => ({ params: { messageId: first(own.message) } }),
  deleteMessagesByTransaction: ({ shared }) => ({
    params: { transactionId: shared.transaction },
    query: { channel: "email" },
  }),
  getNotification: ({ own }) => ({ params: { notificationId: first(own.notification) } }),
  cancelNotification: ({ own }) => ({ params: { notificationId: first(own.notification) } }),
  listNotifications: ({ own }) => ({
    query: {
      channels: "in_app",
      templates: first(own.workflow.slice(-1)),
      emails: "e@example.com",
      search: "u1",
      subscriberIds: "u1",
      severity: "low",
      page: "0",
      limit: "10",
      transactionId: "t1",
      topicKey: "k",
      subscriptionId: "s1",
      after: "2020-01-01T00:00:00.000Z",
      before: "2100-01-01T00:00:00.000Z",
      contextKeys: "c",
      workflowIds: first(own.workflow.slice(-1)),
      state: "waiting",
      attention: "true",
      code: "no_email",
      dueBefore: "2100-01-01T00:00:00.000Z",
      notificationIds: first(own.notification),
      afterId: first(own.notification),
      view: "brief",
    },
  }),
  triggerEvent: (world, n) => ({ body: trigger(world, n) }),
  triggerEventsBulk: (world, n) => ({
    body: { events: [trigger(world, n), { name: "collect", to: "u1", payload: { key: world.canary } }] },
  }),
  broadcastEvent: (world, n) => {
    const { to: _, ...body } = trigger(world, n);
    return { body };
  },
  explainTrigger: (world, n) => ({
    body: { ...trigger(world, n), workflow: everyStep(world.canary), at: "2030-01-01T00:00:00.000Z" },
  }),
  getTriggerReport: ({ shared }) => ({ params: { transactionId: shared.transaction } }),
  cancelTrigger: ({ shared }) => ({ params: { transactionId: shared.waiting } }),
  listDeadLetters: ({ shared }) => ({
    query: {
      channel: "email",
      reason: "expired",
      workflowId: shared.workflow,
      subscriberId: shared.subscriber,
      transactionId: "t1",
      integrationId: "i1",
      diedAfter: "2020-01-01T00:00:00.000Z",
      diedBefore: "2100-01-01T00:00:00.000Z",
      replayed: "false",
      discarded: "false",
      limit: "10",
    },
  }),
  getStatistics: () => ({ query: { per: "day", by: "workflow" } }),
  listSuppressions: ({ own, canary }) => ({
    query: {
      channel: "email",
      address: `${canary}@bounced.example`,
      limit: "10",
      after: own.suppression[0] ?? "",
    },
  }),
  deleteSuppression: ({ own }) => ({ params: { suppressionId: own.suppression[0] ?? "" } }),
  replayDeadLetters: ({ shared }) => ({
    body: { filter: { workflowId: shared.workflow }, dryRun: false, includeReached: true },
  }),
  discardDeadLetters: ({ shared }) => ({
    body: {
      filter: { workflowId: shared.workflow, diedAfter: "2020-01-01T00:00:00.000Z" },
      dryRun: false,
    },
  }),
  retryMessage: ({ own }) => ({ params: { messageId: first(own.waitingMessage) } }),
  resendMessage: ({ own }) => ({ params: { messageId: first(own.message) } }),
};
