import { createHash } from "node:crypto";
import { textAt } from "../providers/json-path.ts";
import type { Received } from "./received.ts";
import type { AnyVendorCase } from "./vendor-case.ts";
import type { Written } from "./write-response.ts";

/** The first answer under a key. */
export type Remembered = { answer: Written; bodyHash: string; atMs: number };

export type Memory = {
  find(key: string): Remembered | undefined;
  keep(key: string, remembered: Remembered): void;
};

const MAX_KEYS = 10_000;

/** The answers of vendors that recognize repeated messages; the oldest are forgotten. */
export function createMemory(): Memory {
  const answers = new Map<string, Remembered>();
  return {
    find: (key) => answers.get(key),
    keep(key, remembered) {
      answers.delete(key);
      answers.set(key, remembered);
      const [oldest] = answers.keys();
      if (answers.size > MAX_KEYS && oldest !== undefined) answers.delete(oldest);
    },
  };
}

/** The key under which the vendor recognizes this message; undefined for a vendor that recognizes none. */
export function keyOf(received: Received, { provider, deduplication }: AnyVendorCase): string | undefined {
  const parts = deduplication?.keyAt.map((path) => textAt(received, path));
  return parts?.every((part) => part !== undefined) ? [provider.id, ...parts].join("\n") : undefined;
}

/** A hash of the fields of a form instead of its bytes: clients other than Tidings may choose another boundary for each attempt. */
export const hashOf = ({ body }: Received): string =>
  createHash("sha256").update(JSON.stringify(body)).digest("hex");

/** Whether the vendor still knows the key. */
export function isKnown({ atMs }: Remembered, { deduplication }: AnyVendorCase, now: Date): boolean {
  return now.getTime() - atMs <= (deduplication?.forMs ?? Number.POSITIVE_INFINITY);
}
