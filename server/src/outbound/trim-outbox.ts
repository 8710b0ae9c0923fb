import { opendir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { OutboxLimits } from "../foundation/keeping-settings.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MEGABYTE = 1_000_000;

/**
 * Deletes the mails of an outbox that are too old, and then the oldest until the others fit. Memory stays constant,
 * whatever their number: the second walk knows by the hour how old a mail may be. @returns how many were deleted.
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

/** Whole hours from the oldest on; of the last one only as many as needed. */
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

/** Mails, and what a killed process left half-written. */
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
