import { API_KEY_OPERATIONS } from "./api-keys.ts";
import { CONTEXT_OPERATIONS } from "./contexts.ts";
import { DEAD_LETTER_OPERATIONS } from "./dead-letters.ts";
import { ENVIRONMENT_OPERATIONS } from "./environments.ts";
import { EVENT_OPERATIONS } from "./event-operations.ts";
import { HEALTH_OPERATIONS } from "./health.ts";
import { INBOX_BY_KEY_OPERATIONS } from "./inbox-by-key.ts";
import { INBOX_OPERATIONS } from "./inbox-operations.ts";
import { INBOX_PREFERENCE_OPERATIONS } from "./inbox-preferences.ts";
import { INBOX_SUBSCRIPTION_OPERATIONS } from "./inbox-subscriptions.ts";
import { INTEGRATION_OPERATIONS } from "./integration-operations.ts";
import { MESSAGE_OPERATIONS } from "./message-operations.ts";
import { NOTIFICATION_OPERATIONS } from "./notification-operations.ts";
import { OLDER_INBOX_OPERATIONS } from "./older-inbox.ts";
import { OLDER_SUBSCRIBER_OPERATIONS } from "./older-subscribers.ts";
import { OLDER_TOPIC_OPERATIONS } from "./older-topics.ts";
import type { AnyOperation } from "./operation.ts";
import { PREFERENCE_OPERATIONS } from "./preference-operations.ts";
import { PROVIDER_OPERATIONS } from "./providers.ts";
import { STATISTICS_OPERATIONS } from "./statistics.ts";
import { SUBSCRIBER_OPERATIONS } from "./subscriber-operations.ts";
import { SUPPRESSION_OPERATIONS } from "./suppressions.ts";
import { SYSTEM_OPERATIONS } from "./system.ts";
import { TEST_CLOCK_OPERATIONS } from "./test-clock.ts";
import { TOPIC_OPERATIONS } from "./topic-operations.ts";
import { WORKFLOW_OPERATIONS } from "./workflow-operations.ts";

/** All operations of the API, in the specification's order. */
export const OPERATIONS: readonly AnyOperation[] = [
  ...SUBSCRIBER_OPERATIONS,
  ...TOPIC_OPERATIONS,
  ...CONTEXT_OPERATIONS,
  ...PREFERENCE_OPERATIONS,
  ...INBOX_OPERATIONS,
  ...INBOX_PREFERENCE_OPERATIONS,
  ...INBOX_SUBSCRIPTION_OPERATIONS,
  ...INBOX_BY_KEY_OPERATIONS,
  ...INTEGRATION_OPERATIONS,
  ...PROVIDER_OPERATIONS,
  ...MESSAGE_OPERATIONS,
  ...WORKFLOW_OPERATIONS,
  ...NOTIFICATION_OPERATIONS,
  ...STATISTICS_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...DEAD_LETTER_OPERATIONS,
  ...ENVIRONMENT_OPERATIONS,
  ...API_KEY_OPERATIONS,
  ...TEST_CLOCK_OPERATIONS,
  ...OLDER_SUBSCRIBER_OPERATIONS,
  ...OLDER_TOPIC_OPERATIONS,
  ...OLDER_INBOX_OPERATIONS,
  ...SUPPRESSION_OPERATIONS,
  ...SYSTEM_OPERATIONS,
  ...HEALTH_OPERATIONS,
];
