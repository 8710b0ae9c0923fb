import { type AnyOperation, scopeOf } from "@tidings/contract";
import { mayUse, type UsedKey } from "../environments/api-key.ts";
import { AppError } from "../foundation/app-error.ts";

/** @throws AppError forbidden when the key lacks the operation's scope. */
export function refuseScope(operation: AnyOperation, key: UsedKey): void {
  const required = scopeOf(operation);
  if (required === undefined || mayUse(key, required)) return;
  throw new AppError(
    "forbidden",
    `This API key lacks the scope "${required}"; it has ${key.scopes.map((scope) => `"${scope}"`).join(" and ")}`,
  );
}
