import { type Limits, readable } from "./limits.ts";

/** What a reader needs to know before the first operation, in Markdown. */
export function introduction(limits: Limits): string {
  return `A self-hosted notification service: your program triggers a **workflow** by one call, and the service sends the notifications it describes and shows what happened to each.

## Words

- A **subscriber** is a person who receives notifications, named by your own id (\`subscriberId\`), with addresses, time zone and data. A trigger may create or update them on the way.
- A **workflow** says what happens on a trigger: up to 20 **steps**, one after the other. A step sends through a channel (\`in_app\`, \`email\`, \`sms\`, \`chat\`, \`push\`), waits (\`delay\`), collects (\`digest\`), limits (\`throttle\`) or computes (\`custom\`). Its \`controlValues\` hold its texts, which are Liquid templates over \`payload\` and \`subscriber\`, and its options.
- A **trigger** starts a workflow for one recipient, a list or a **topic** (a named list of subscribers). Each recipient's run is a **notification** with one **job** for each step; what a channel carried is a **message**.
- An **integration** is a configured connection to a provider of one channel.
- Everything belongs to exactly one **environment**; an API key opens exactly one.

## Authentication

Send \`Authorization: ApiKey <API_KEY>\` with every request. On this page press *Authorize* and paste the key alone. The first start prints the key of the environment Development; \`tidings environments create NAME\` makes another environment with a key of its own. Health, this page and \`/openapi.json\` need no key.

## Errors

Every failure has the same shape (schema *Error*): \`statusCode\`, \`message\` (a sentence for people), \`path\`, \`timestamp\`, and \`ctx\` with further facts. A 422 lists in \`errors\` what is wrong, by field. A request that failed has changed nothing. After 429 and 503 the header \`Retry-After\` says in how many seconds to try again. A 500 has an \`errorId\`, which the service's log explains.

Every write takes an \`Idempotency-Key\`: repeated within 24 hours it happens once and answers the same.

## Limits

| What | Limit |
| --- | --- |
| Body of a request | ${readable(limits.bodyBytes)} bytes (bulk triggers ${readable(limits.bulkBodyBytes)}, whole workflows ${readable(limits.workflowBodyBytes)}) |
| Payload of a trigger | ${readable(limits.payloadBytes)} bytes of JSON |
| Overrides of a trigger | ${readable(limits.overridesBytes)} bytes of JSON |
| \`data\` of a subscriber, topic, tenant or context | ${readable(limits.dataBytes)} bytes of JSON |
| Recipients of a trigger; triggers of a bulk call | 1,000 (a topic counts as one, whatever its size); 100 |
| Integrations of an environment | ${readable(limits.integrationsCount)} |
| One rendered text | 500 ms, 1,000,000 characters |

Requests of an environment are limited by the second; \`RateLimit-Policy\` and \`RateLimit\` in every answer say how many and how many are left.

## Try it

Every operation below has an example: *Try it out*, then *Execute*. Create the subscriber, the topic, the integration and the workflow first; then the others find what they name. Take ids that the service makes (\`messageId\`, \`notificationId\`) from the list of messages or notifications.`;
}
