import type { ApiKey } from "../environments/api-key.ts";
import type { OwnedKey } from "../environments/api-key-store.ts";

/** The keys as a table for the terminal. */
export function keyTable(keys: readonly OwnedKey[]): string {
  const titles = ["ID", "KEY", "SCOPES", "ENVIRONMENT", "NAME", "CREATED", "LAST USED", "EXPIRES"];
  const rows = [titles, ...keys.map(cells)];
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

function cells(key: OwnedKey): string[] {
  const { id, hint, scopes, environmentName, name, createdAt, lastUsedAt } = key;
  const lastUsed = lastUsedAt ? moment(lastUsedAt) : "never";
  return [id, hint, scopes.join(","), environmentName, name ?? "", moment(createdAt), lastUsed, endOf(key)];
}

const moment = (date: Date) => `${date.toISOString().slice(0, 16)}Z`;

export function endOf({ expiresAt }: ApiKey): string {
  return expiresAt ? moment(expiresAt) : "never";
}

/** The lines that are printed for a new key. */
export function newKeyLines(key: OwnedKey & { apiKey: string }): string {
  return [
    `API key      ${key.apiKey}   (shown only once)`,
    `Environment  ${key.environmentName}`,
    `Scopes       ${key.scopes.join(", ")}`,
    `Expires      ${endOf(key)}`,
  ].join("\n");
}
