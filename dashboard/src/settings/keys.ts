import type { ApiKey, ApiKeyInput, KeyScope } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { useRead, useWrite } from "../app/read.ts";

const KEY = ["keys"] as const;

/** The API keys of the environment that is open. */
export function useKeys() {
  const { environment } = useEnvironment();
  return useRead<ApiKey[]>(KEY, (client) => client.apiKeys.list(environment._id));
}

export function useKeyWrites() {
  const { _id } = useEnvironment().environment;
  return {
    create: useWrite((client, body: ApiKeyInput) => client.apiKeys.create(_id, body), [KEY]),
    rotate: useWrite((client, keyId: string) => client.apiKeys.rotate(_id, keyId), [KEY]),
    revoke: useWrite((client, keyId: string) => client.apiKeys.revoke(_id, keyId), [KEY]),
  };
}

/** What a key may do, by the value of the choice. */
export const SCOPES = {
  manage: { label: "Everything", scopes: ["manage"] },
  "read trigger": { label: "Read and trigger", scopes: ["read", "trigger"] },
  trigger: { label: "Trigger only", scopes: ["trigger"] },
  read: { label: "Read only", scopes: ["read"] },
} as const satisfies Record<string, { label: string; scopes: readonly KeyScope[] }>;
export type ScopeChoice = keyof typeof SCOPES;

export const scopesOf = (choice: ScopeChoice): KeyScope[] => [...SCOPES[choice].scopes];

/** The scopes of a key in words. */
export function scopeWords(scopes: readonly KeyScope[]): string {
  if (scopes.includes("manage")) return SCOPES.manage.label;
  const given = ["read", "trigger"].filter((scope) => scopes.includes(scope as KeyScope)).join(" ");
  return SCOPES[given as ScopeChoice]?.label ?? scopes.join(", ");
}

/** What lists and questions call a key. */
export const nameOf = ({ name, hint }: ApiKey): string => (name ? `${name} ${hint}` : hint);
