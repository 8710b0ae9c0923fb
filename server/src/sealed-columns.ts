import type { SealedColumn } from "./database/seal-anew.ts";
import { SEALED_COPIES } from "./delivery/erasure/copies-task-store.ts";
import { SEALED_KEYS } from "./environments/api-key-store.ts";
import { SEALED_RESPONSES } from "./idempotency/stored-response-store.ts";
import { SEALED_CONFIGURATIONS, SEALED_CREDENTIALS } from "./integrations/sealed-integrations.ts";
import { SEALED_ADDRESSES } from "./messages/sealed-address.ts";
import { SEALED_ERASURES } from "./subscribers/erasure-store.ts";
import { SEALED_CHANNELS } from "./subscribers/sealed-channels.ts";

/** ALL columns with sealed text; a test compares the list with the database. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  SEALED_KEYS,
  SEALED_CREDENTIALS,
  SEALED_CONFIGURATIONS,
  SEALED_CHANNELS,
  SEALED_ADDRESSES,
  SEALED_RESPONSES,
  SEALED_ERASURES,
  SEALED_COPIES,
];
