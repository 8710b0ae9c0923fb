import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sql, { raw } from "sql-template-tag";
import { createStoredResponseStore } from "../src/idempotency/stored-response-store.ts";
import type { TestService } from "./test-service.ts";

/** All places of a service that contain one of these texts: tables, decrypted stored responses, the outbox. */
export async function placesOf(service: TestService, texts: readonly string[]): Promise<string[]> {
  const places = [
    ...(await tablesWith(service, texts)),
    ...(await keptAnswersWith(service, texts)),
    ...(await mailsWith(service, texts)),
  ];
  return places.sort();
}

/** All columns of every table, as text. */
async function tablesWith({ database }: TestService, texts: readonly string[]): Promise<string[]> {
  const patterns = texts.map((text) => `%${text}%`);
  const tables = await database.queryPlanned<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.queryPlanned<{ columns: string[] }>(sql`
      select array(select c.key from json_each_text(row_to_json(t)) c where c.value ilike any(${patterns})) as columns
      from ${raw(name)} t where t::text ilike any(${patterns})`);
    found.push(...rows.flatMap(({ columns }) => columns.map((column) => `${name}.${column}`)));
  }
  return [...new Set(found)];
}

async function keptAnswersWith(
  { database, keyring }: TestService,
  texts: readonly string[],
): Promise<string[]> {
  const tickets = await database.queryPlanned<{
    environmentId: string;
    key: string;
    fingerprint: Buffer;
  }>(sql`
    select environment_id as "environmentId", idempotency_key as key, fingerprint from stored_responses`);
  const answers = await createStoredResponseStore(keyring).findAll(database, tickets);
  return [...answers].filter(([, { body }]) => holds(body, texts)).map(([{ key }]) => `answer to ${key}`);
}

async function mailsWith({ outboxDirectory }: TestService, texts: readonly string[]): Promise<string[]> {
  const names = await readdir(outboxDirectory).catch(() => []);
  const mails = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(outboxDirectory, name), "utf8") })),
  );
  return mails.filter(({ text }) => holds(text, texts)).map(({ name }) => `outbox/${name}`);
}

function holds(text: string, searched: readonly string[]): boolean {
  return searched.some((one) => text.toLowerCase().includes(one.toLowerCase()));
}
