const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * Milliseconds before the next attempt to connect: doubles from 1 s to 30 s. A random part, up to half, spreads the
 * pages that a restart of the service disconnects at the same moment.
 *
 * @param failures attempts that failed since the last connection, from 1.
 * @param random from 0 to 1.
 */
export function reconnectDelayMs(failures: number, random = Math.random()): number {
  const delay = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return delay * (1 - random / 2);
}
