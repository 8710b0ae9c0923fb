import type { TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import * as contract from "./index.ts";

/** The tables of the specification, field by field; `!` marks a required field, `|` one that may be null. */
const tables: [string, TSchema, string][] = [
  [
    "Subscriber",
    contract.Subscriber,
    `_id firstName| lastName| email| phone| avatar| locale| channels topics isOnline| lastOnlineAt| __v data| timezone|
     subscriberId! _organizationId! _environmentId! deleted! createdAt! updatedAt! warnings`, // warnings are our own
  ],
  [
    "ChannelSettings",
    contract.ChannelSettings,
    "providerId! integrationIdentifier credentials! _integrationId!",
  ],
  [
    "ChannelCredentials",
    contract.ChannelCredentials,
    "webhookUrl channel deviceTokens alertUid title imageUrl state externalUrl",
  ],
  [
    "Integration",
    contract.Integration,
    `_id _environmentId! _organizationId! name! identifier! providerId! channel! credentials! configurations active!
     deleted! deletedAt deletedBy primary! conditions delivery breaker health checked rates waitsForRate`, // the last six are our own
  ],
  ["Configurations", contract.Configurations, "inboundWebhookEnabled inboundWebhookSigningKey"],
  [
    "Credentials",
    contract.Credentials,
    `apiKey user secretKey domain password host port secure region accountSid messageProfileId token from senderName
     projectName applicationId clientId requireTls ignoreTls tlsOptions baseUrl webhookUrl redirectUrl hmac serviceAccount
     ipPoolName apiKeyRequestHeader secretKeyRequestHeader idPath datePath apiToken authenticateByToken
     authenticationTokenKey instanceId alertUid title imageUrl state externalLink channelId phoneNumberIdentification
     accessKey appSid senderId`,
  ],
  ["StepFilter", contract.StepFilter, "isNegated! type! value! children!"],
  ["FieldFilterPart", contract.FieldFilterPart, "field! value! operator! on!"],
  [
    "Message",
    contract.Message,
    `_id _templateId| _environmentId! _messageTemplateId| _organizationId! _notificationId! _subscriberId! subscriber
     template templateIdentifier createdAt! deliveredAt lastSeenDate lastReadDate content transactionId! subject channel!
     read! seen! snoozedUntil email phone directWebhookUrl providerId deviceTokens title cta! _feedId| status! errorId
     errorText payload overrides contextKeys integrationId attempts nextAttemptAt otherAnswers sentAt`, // the last six are our own: newer clients read contextKeys
  ],
  ["EmailBlock", contract.EmailBlock, "type! content! url styles"],
  ["MessageCTA", contract.MessageCTA, "type data action"],
  ["MessageAction", contract.MessageAction, "status buttons result"],
  ["MessageButton", contract.MessageButton, "type! content! resultContent url target"], // url and target are our own: the button's link
  ["MessageActionResult", contract.MessageActionResult, "payload type"],
  [
    "Workflow embedded in a message",
    contract.WorkflowTemplate,
    `_id name! description! active! draft! preferenceSettings! critical! tags! steps! _organizationId! _creatorId!
     _environmentId! triggers! _notificationGroupId! _parentId deleted! deletedAt! deletedBy! notificationGroup data
     workflowIntegrationStatus`,
  ],
  ["NotificationGroup", contract.NotificationGroup, "_id name! _environmentId! _organizationId! _parentId"],
  ["NotificationTrigger", contract.NotificationTrigger, "type! identifier! variables! subscriberVariables"],
  [
    "NotificationStep",
    contract.NotificationStep,
    "_id uuid name _templateId active shouldStopOnFail template filters _parentId metadata replyCallback variants",
  ],
  [
    "Regular digest",
    contract.RegularDigest,
    "type! amount unit digestKey backoff backoffAmount backoffUnit updateMode",
  ],
  ["Timed digest", contract.TimedDigest, "type! amount unit digestKey timed"],
  ["Regular delay", contract.RegularDelay, "type! amount unit"],
  ["Scheduled delay", contract.ScheduledDelay, "type! delayPath!"],
  ["TimedConfig", contract.TimedConfig, "atTime weekDays monthDays ordinal ordinalValue monthlyType"],
  [
    "Workflow step",
    contract.WorkflowStep,
    `controls! controlValues variables! stepId! _id! name! slug! type! origin! workflowId! workflowDatabaseId! issues
     filters delivery onlyIf repeat variants`, // these are our own: all input can be read back
  ],
  ["UiSchema", contract.UiSchema, "group properties"],
  ["UiSchemaProperty", contract.UiSchemaProperty.$defs.UiSchemaProperty, "placeholder component! properties"],
  ["StepIssues", contract.StepIssues, "controls integration"],
  ["StepContentIssue", contract.StepContentIssue, "issueType! variableName message!"],
  ["StepIntegrationIssue", contract.StepIntegrationIssue, "issueType! variableName message!"],
  [
    "Notification",
    contract.Notification,
    `_id _environmentId! _organizationId! _subscriberId! transactionId! _templateId _digestedNotificationId createdAt
     updatedAt channels subscriber template jobs payload tags controls to topics severity critical contextKeys
     state failedSteps reason workflowVersion needsAttention`, // the last five are our own
  ],
  [
    "Notification's subscriber",
    contract.NotificationSubscriber,
    "firstName subscriberId! _id! lastName email phone",
  ],
  ["Notification's template", contract.NotificationTemplate, "_id name! origin triggers!"],
  ["Notification's topic", contract.NotificationTopic, "_topicId! topicKey!"],
  [
    "Job",
    contract.Job,
    `_id! type! digest executionDetails! step! overrides payload providerId! status! updatedAt scheduleExtensionsCount
     stepId dueAt attempts nextAttemptAt messageIds eventCount closesAt`, // the last seven are our own
  ],
  [
    "DigestMetadata",
    contract.DigestMetadata,
    "digestKey amount unit type! events backoff backoffAmount backoffUnit updateMode timed",
  ],
  [
    "DigestMetadata's timed",
    contract.JobDigestTimed,
    "atTime weekDays monthDays ordinal ordinalValue monthlyType cronExpression untilDate",
  ],
  [
    "ExecutionDetail",
    contract.ExecutionDetail,
    "_id! createdAt status! detail! code isRetry! isTest! providerId raw| source!", // code is our own: stable, for programs
  ],
  [
    "JobStep",
    contract.JobStep.$defs.JobStep,
    `_id! active! replyCallback controlVariables metadata issues filters! template variants _templateId! name _parentId|`,
  ],
  [
    "Response of the subscriber search",
    contract.searchSubscribers.response as TSchema,
    "data! next!| previous!| totalCount! totalCountCapped!",
  ],
  [
    "Response of the message list",
    contract.listMessages.response as TSchema,
    "totalCount hasMore! data! pageSize! page! next| previous|", // the cursors are our own
  ],
  [
    "Query of the subscriber search",
    contract.searchSubscribers.query as TSchema,
    "after before limit orderDirection orderBy includeCursor email name phone subscriberId search", // search is our own
  ],
  [
    "Query of the message list",
    contract.listMessages.query as TSchema,
    `channel subscriberId transactionId page limit contextKeys notificationId status workflowId integrationId
     after before includeTotal`, // the last eight are our own: newer clients send contextKeys
  ],
];

type Fields = { properties: Record<string, { anyOf?: { type?: string }[] }>; required?: string[] };

/** A schema's fields in the notation of the tables above. */
function fieldsOf(schema: TSchema): string[] {
  const { properties, required = [] } = schema as unknown as Fields;
  return Object.entries(properties).map(([name, field]) => {
    const isNullable = field.anyOf?.some((part) => part.type === "null") ?? false;
    return `${name}${required.includes(name) ? "!" : ""}${isNullable ? "|" : ""}`;
  });
}

describe("the specification's fields", () => {
  test.each(tables)("%s: all fields, required and nullable as specified", (_name, schema, table) => {
    expect(fieldsOf(schema).sort()).toEqual(table.split(/\s+/).sort());
  });

  test("ControlsMetadata: the two specified fields, and `values`, which Novu's clients read", () => {
    expect(fieldsOf(contract.ControlsMetadata)).toEqual(["dataSchema", "uiSchema", "values"]);
  });
});

describe("the specification's operations", () => {
  const five = [
    [contract.searchSubscribers, "GET /v2/subscribers"],
    [contract.deleteIntegration, "DELETE /v1/integrations/:integrationId"],
    [contract.listMessages, "GET /v1/messages"],
    [contract.getWorkflowStep, "GET /v2/workflows/:workflowId/steps/:stepId"],
    [contract.getNotification, "GET /v1/notifications/:notificationId"],
  ] as const;

  test.each(five)("%o has the specified method and path", ({ method, path, status }, address) => {
    expect(`${method} ${path}`).toBe(address);
    expect(status).toBe(200);
  });
});
