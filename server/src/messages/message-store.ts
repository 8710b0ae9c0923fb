import type { Channel } from "@tidings/contract";
import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { jsonPieces } from "../database/json-pieces.ts";
import { ofTransactions } from "../notifications/notification-store.ts";
import type { Message } from "./message.ts";
import { sealAddress } from "./sealed-address.ts";

/** The columns of `StoredMessage`, for a message `m`. */
export const STORED_COLUMNS = raw(`
  m.id, m.notification_id as "notificationId", m.position, m.subscriber_id as "subscriberId", m.channel, m.status,
  m.provider_id as "providerId", m.integration_id as "integrationId", m.subject, m.title, m.content, m.cta, m.email,
  m.phone, m.webhook_url as "webhookUrl", m.device_tokens as "deviceTokens", m.address_sealed as "addressSealed", m.data, m.avatar,
  m.error_id as "errorId", m.error_text as "errorText", m.provider_message_id as "providerMessageId",
  m.attempts, m.throttles, m.maybe_sent as "maybeSent", m.resends, m.failed_over_from as "failedOverFrom", m.other_answers as "otherAnswers",
  m.next_attempt_at as "nextAttemptAt", m.expires_at as "expiresAt"`);

/** The other columns of `Message`, for a message joined with `ITS_PARENTS`. */
export const PARENT_COLUMNS = raw(`
  j.id as "jobId", t.transaction_id as "transactionId", n.workflow_id as "workflowId", j.step_id as "stepId"`);

/** The notification, the job and the trigger of a message exist as long as the message does. */
export const ITS_PARENTS = raw(`
  join notifications n on n.environment_id = m.environment_id and n.id = m.notification_id
  join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
  join jobs j on j.environment_id = m.environment_id and j.notification_id = m.notification_id
    and j.position = m.position`);

/**
 * The SQL condition for the messages `m` of these transactions. As an array, the notifications are found once: on a store
 * without statistics, a join compared each message with each notification (110 ms among 1,000).
 */
export function ofTransaction(environmentId: string, transactionIds: readonly string[]): Sql {
  return sql`m.notification_id = any(array(
    select n.id from notifications n
    where n.environment_id = ${environmentId} and ${ofTransactions(environmentId, transactionIds)}))`;
}

/** The columns of a new message that are not null. */
function newRow(message: Message, addressSealed: string | undefined) {
  const { inbox } = message;
  return {
    id: message.id,
    notificationId: message.notificationId,
    position: message.position,
    subscriberId: message.subscriberId,
    channel: message.channel,
    status: message.status ?? undefined,
    providerId: message.providerId ?? undefined,
    integrationId: message.integrationId ?? undefined,
    subject: message.subject ?? undefined,
    title: message.title ?? undefined,
    content: message.content ?? undefined,
    textPart: message.textPart ?? undefined,
    cta: message.cta,
    email: message.email ?? undefined,
    phone: message.phone ?? undefined,
    addressSealed,
    data: message.data ?? undefined,
    avatar: message.avatar ?? undefined,
    errorId: message.errorId ?? undefined,
    errorText: message.errorText ?? undefined,
    expiresAt: message.expiresAt ?? undefined,
    severity: inbox?.severity ?? undefined,
    tags: inbox?.tags ?? undefined,
    contexts: message.contexts,
  };
}

/**
 * Inserts messages; those with the status `sent` are delivered at `now`, the environment's time. Only in-app messages have the
 * keys of their contexts, for inboxes.
 */
export function* messageInserts(
  { secrets }: Pick<Queryable, "secrets">,
  environmentId: string,
  messages: readonly Message[],
  now: Date,
): Generator<Sql> {
  const rows = messages.map((message) => newRow(message, sealAddress({ secrets }, environmentId, message)));
  for (const piece of jsonPieces(rows)) {
    yield sql`
      insert into messages (environment_id, id, notification_id, position, subscriber_id, channel, status, provider_id,
        integration_id, subject, title, content, text_part, cta, email, phone, address_sealed, data, avatar, error_id, error_text,
        expires_at, severity, tags, context_keys, contexts, delivered_at, created_at, updated_at)
      select ${environmentId}, x.id, x."notificationId", x.position, x."subscriberId", x.channel, x.status,
        x."providerId", x."integrationId", x.subject, x.title, x.content, x."textPart", x.cta, x.email, x.phone, x."addressSealed",
        x.data, x.avatar, x."errorId", x."errorText",
        x."expiresAt", x.severity, x.tags, case when x.channel = 'in_app' then x.contexts end, contexts_hash(x.contexts),
        case when x.status = 'sent' then array[${now}::timestamptz] end, ${now}, ${now}
      from json_to_recordset(${piece}) as x(
        id text, "notificationId" text, position smallint, "subscriberId" text, channel text, status text,
        "providerId" text, "integrationId" text, subject text, title text, content json, "textPart" text, cta json, email text, phone text, "addressSealed" text, data json,
        avatar text, "errorId" text, "errorText" text, "expiresAt" timestamptz, severity text, tags text[], contexts text[])`;
  }
}

/** Writes the results of attempts. */
export function answerUpdate(environmentId: string, messages: readonly Message[], now: Date): Sql {
  const rows = messages.map(({ id, status, errorId, errorText, providerMessageId, ...sending }) => {
    const {
      attempts,
      throttles,
      maybeSent,
      integrationId,
      providerId,
      failedOverFrom,
      otherAnswers,
      ...rest
    } = sending;
    const way = { attempts, throttles, maybeSent, integrationId, providerId, failedOverFrom, otherAnswers };
    const { nextAttemptAt, expiresAt, recipientsSettled } = rest;
    const row = { id, status, errorId, errorText, providerMessageId, ...way };
    return { ...row, nextAttemptAt, expiresAt, recipientsSettled };
  });
  return sql`
    update messages m set status = x.status, error_id = x."errorId", error_text = x."errorText",
      provider_message_id = x."providerMessageId", updated_at = ${now}, attempts = x.attempts,
      throttles = x.throttles, maybe_sent = x."maybeSent", integration_id = x."integrationId", provider_id = x."providerId",
      failed_over_from = x."failedOverFrom", other_answers = x."otherAnswers", next_attempt_at = x."nextAttemptAt", expires_at = x."expiresAt",
      recipients_settled = x."recipientsSettled",
      delivered_at = case when x.status = 'sent' and m.status is distinct from 'sent'
        then m.delivered_at || ${now}::timestamptz else m.delivered_at end
    from json_to_recordset(${JSON.stringify(rows)}) as x(
      id text, status text, "errorId" text, "errorText" text, "providerMessageId" text, attempts smallint,
      throttles smallint, "maybeSent" boolean, "integrationId" text, "providerId" text, "failedOverFrom" text, "otherAnswers" json, "nextAttemptAt" timestamptz,
      "expiresAt" timestamptz, "recipientsSettled" text[])
    where m.environment_id = ${environmentId} and m.id = x.id`;
}

/** @returns false if there is no such message. */
export async function deleteMessage(
  database: Queryable,
  environmentId: string,
  id: string,
): Promise<boolean> {
  const rows = await database.query<{ id: string }>(sql`
    delete from messages where environment_id = ${environmentId} and id = ${id} and status is not null
      and erased_at is null returning id`);
  return rows.length === 1;
}

/** Deletes the messages of a transaction, or of one of its channels. @returns how many it deleted. */
export async function deleteMessagesOf(
  database: Queryable,
  environmentId: string,
  { transactionId, channel }: { transactionId: string; channel?: Channel },
): Promise<number> {
  const rows = await database.query<{ id: string }>(sql`
    delete from messages m
    where m.environment_id = ${environmentId} and m.status is not null and m.erased_at is null
      and ${ofTransaction(environmentId, [transactionId])}
      and (${channel ?? null}::text is null or m.channel = ${channel ?? null})
    returning m.id`);
  return rows.length;
}
