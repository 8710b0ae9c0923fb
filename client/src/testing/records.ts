import type { ExecutionDetail, Job, Message, Notification, Subscriber } from "@tidings/contract";

/** Example records, which tests vary. */

const place = { _environmentId: "6740a1b2c3d4e5f6012345e0", _organizationId: "6740a1b2c3d4e5f6012345a0" };
const createdAt = "2026-01-31T08:00:00.000Z";

export function subscriber(subscriberId: string, more: Partial<Subscriber> = {}): Subscriber {
  return { ...place, subscriberId, deleted: false, createdAt, updatedAt: createdAt, ...more };
}

export function message(more: Partial<Message> = {}): Message {
  return {
    ...place,
    _id: "6740a1b2c3d4e5f601234567",
    _notificationId: "6740a1b2c3d4e5f6012345b0",
    _subscriberId: "6740a1b2c3d4e5f6012345c0",
    createdAt,
    transactionId: "txn_1",
    channel: "email",
    read: false,
    seen: false,
    cta: {},
    status: "sent",
    ...more,
  };
}

export function detail(sentence: string, more: Partial<ExecutionDetail> = {}): ExecutionDetail {
  const flags = { isRetry: false, isTest: false, source: "Internal" as const };
  return {
    _id: "d1",
    createdAt: "2026-01-31T08:00:01.250Z",
    status: "Success",
    detail: sentence,
    ...flags,
    ...more,
  };
}

export function job(type: Job["type"], status: string, more: Partial<Job> = {}): Job {
  const step = { _id: "s1", active: true, filters: [], _templateId: "s1", name: `Step ${type}` };
  const executionDetails = [detail("Message sent")];
  return { _id: `job-${type}`, type, status, providerId: "svc-email", step, executionDetails, ...more };
}

export function notification(jobs: Job[], more: Partial<Notification> = {}): Notification {
  return {
    ...place,
    _id: "6740a1b2c3d4e5f6012345b0",
    _subscriberId: "6740a1b2c3d4e5f6012345c0",
    transactionId: "txn_1",
    createdAt,
    subscriber: {
      _id: "6740a1b2c3d4e5f6012345c0",
      subscriberId: "ada",
      firstName: "Ada",
      email: "ada@example.com",
    },
    template: { name: "Welcome", triggers: [{ type: "event", identifier: "welcome", variables: [] }] },
    jobs,
    ...more,
  };
}
