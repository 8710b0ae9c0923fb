import type { SealedColumn } from "../database/seal-anew.ts";
import type { ClearColumns } from "../database/seal-old-rows.ts";

/** Configurations that are still in clear text. */
export const CLEAR_CONFIGURATIONS: ClearColumns = {
  table: "integrations",
  columns: ["configurations"],
  text: "configurations::text",
  sealedColumn: "configurations_sealed",
};

export const SEALED_CREDENTIALS: SealedColumn = {
  table: "integrations",
  column: "credentials_sealed",
  idColumn: "id",
  word: "integration",
};
/** Bound to another place than the credentials, so that neither can be opened as the other. */
export const SEALED_CONFIGURATIONS: SealedColumn = {
  table: "integrations",
  column: "configurations_sealed",
  idColumn: "id",
  word: "integrations",
};
