import { opendir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { OutboxLimits } from "../foundation/keeping-settings.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MEGABYTE = 1_000_000;

/**
 * Deletes the mails of an outbox that are too old, and then the oldest until the others fit. Memory does not grow with
 * their number: sizes are summed by hour of age. @returns the number of deleted mails.
 */
export async function trimOutbox(
  directory: string,
  { days, megabytes }: OutboxLimits,
  now: Date,
): Promise<number> {
  const oldestMs = days === 0 ? Number.NEGATIVE_INFINITY : now.getTime() - days * DAY_MS;
  const bytesOfHour = new Map<number, number>();
  let deleted = 0;
  for await (const { path, atMs, bytes } of mailsIn(directory)) {
    if (atMs < oldestMs) {
      await rm(path, { force: true });
      deleted += 1;
    } else bytesOfHour.set(hourOf(atMs), (bytesOfHour.get(hourOf(atMs)) ?? 0) + bytes);
  }
  const total = [...bytesOfHour.values()].reduce((sum, bytes) => sum + bytes, 0);
  const excess = megabytes === 0 ? 0 : total - megabytes * MEGABYTE;
  return excess > 0 ? deleted + (await deleteOldest(directory, bytesOfHour, excess)) : deleted;
}

/** Deletes whole hours from the oldest on; of the last hour only as many mails as needed. */
async function deleteOldest(
  directory: string,
  bytesOfHour: ReadonlyMap<number, number>,
  excess: number,
): Promise<number> {
  let left = excess;
  let lastHour = 0;
  for (const [hour, bytes] of [...bytesOfHour].sort(([a], [b]) => a - b)) {
    lastHour = hour;
    if (left <= bytes) break;
    left -= bytes;
  }
  let deleted = 0;
  for await (const { path, atMs, bytes } of mailsIn(directory)) {
    const isLast = hourOf(atMs) === lastHour;
    if (hourOf(atMs) > lastHour || (isLast && left <= 0)) continue;
    await rm(path, { force: true });
    if (isLast) left -= bytes;
    deleted += 1;
  }
  return deleted;
}

const hourOf = (atMs: number) => Math.floor(atMs / HOUR_MS);

type Mail = { path: string; atMs: number; bytes: number };

/** Mails, and partial files of killed processes. */
async function* mailsIn(directory: string): AsyncGenerator<Mail> {
  const names = await opendir(directory).catch(() => undefined);
  if (!names) return;
  for await (const { name } of names) {
    if (!/\.(eml|part)$/.test(name)) continue;
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) yield { path, atMs: found.mtimeMs, bytes: found.size };
  }
}
