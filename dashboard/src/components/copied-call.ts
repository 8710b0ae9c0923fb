import type { AnyOperation } from "@tidings/contract";

/** A call of the API as a person would write it. */
export type CopiedCall = {
  operation: Pick<AnyOperation, "method" | "path">;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  /** The method of the TypeScript client and its arguments: `notifications.get`. */
  sdk?: { method: string; args: readonly unknown[] };
  /** The command and its arguments: `["notifications", "get", "65f…"]`. */
  cli?: readonly string[];
};

/** Never a real key: people paste what they copied. */
const KEY = "$TIDINGS_API_KEY";

export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

function addressOf({ operation, params = {}, query = {} }: CopiedCall, origin: string): string {
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one));
  return `${origin}${path}${search.size > 0 ? `?${search}` : ""}`;
}

export function asCurl(call: CopiedCall, origin: string): string {
  const { method } = call.operation;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(addressOf(call, origin))}`,
    `-H "Authorization: ApiKey ${KEY}"`,
  ];
  if (call.body !== undefined)
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(call.body))}`);
  return lines.join(" \\\n  ");
}

export function asTypeScript({ sdk }: CopiedCall, origin: string): string | undefined {
  if (!sdk) return undefined;
  const args = sdk.args.map((arg) => JSON.stringify(arg, null, 2)).join(", ");
  return [
    `import { createClient } from "tidings";`,
    "",
    `const tidings = createClient({ url: ${JSON.stringify(origin)}, apiKey: process.env.TIDINGS_API_KEY });`,
    `await tidings.${sdk.method}(${args});`,
  ].join("\n");
}

export function asCommand({ cli }: CopiedCall): string | undefined {
  return cli && ["npx tidings", ...cli.map(quoted)].join(" ");
}
