import type { OwnedKey } from "../environments/api-key-store.ts";
import type { ListedEnvironment } from "../environments/environment.ts";
import { AppError } from "../foundation/app-error.ts";

/** Finds an environment by name, identifier or id. @throws AppError not_found */
export function environmentNamed(all: readonly ListedEnvironment[], which: string): ListedEnvironment {
  const found =
    all.find(({ id }) => id === which) ??
    all.find(({ name, identifier }) => name === which || identifier === which);
  if (found) return found;
  const names = all.map(({ name }) => `"${name}"`).join(", ");
  throw new AppError(
    "not_found",
    `There is no environment "${which}"; existing environments: ${names || "none"}`,
  );
}

/** Finds a key by its id, or by its hint when the hint is unique. @throws AppError not_found */
export function keyNamed(all: readonly OwnedKey[], which: string): OwnedKey {
  const hint = which.replace(/^(…|\.\.\.)/, "");
  const byId = all.find(({ id }) => id === which);
  const found = byId ? [byId] : all.filter((key) => key.hint === `…${hint}`);
  if (found.length === 1) return found[0] as OwnedKey;
  const why = found.length === 0 ? `There is no API key "${which}"` : `Several API keys end with ${hint}`;
  throw new AppError("not_found", `${why}; \`tidings keys list\` shows their ids`);
}
