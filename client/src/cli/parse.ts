import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Command, type Flag, type Flags, text, toggle, type Values } from "./command.ts";
import { UsageError } from "./failure.ts";
import { readJson } from "./json-input.ts";
import { nearest } from "./nearest.ts";

/** Flags of every command that calls the API. */
export const CONNECTION_FLAGS = {
  url: text("URL", "Address of the service (TIDINGS_URL; default http://127.0.0.1:3000)."),
  "api-key": text(
    "KEY",
    "API key of the environment (TIDINGS_API_KEY, or TIDINGS_API_KEY_FILE with a file).",
  ),
  json: toggle("Print the API's answer as JSON, for programs; errors as JSON on standard error."),
  help: toggle("Show this help."),
} as const satisfies Flags;

export type Parsed = {
  readonly args: readonly string[];
  readonly flags: Values<Flags>;
  /** The command's flags as typed. */
  readonly typed: Readonly<Record<string, Typed>>;
  readonly connection: Values<typeof CONNECTION_FLAGS>;
};
type Typed = string | true | readonly string[];

/** Parses the arguments and flags after the command's name. @throws UsageError */
export async function parseCommandLine(command: Command, argv: readonly string[]): Promise<Parsed> {
  const help = `tidings ${command.name} --help`;
  const { values, positionals } = split(command, argv, help);
  const connection: Record<string, unknown> = {};
  const flags: Record<string, unknown> = {};
  const typed: Record<string, Typed> = {};
  for (const [name, value] of Object.entries(values)) {
    const flag = command.flags[name];
    if (!flag) connection[name] = value;
    else {
      typed[name] = value;
      if (values.help !== true) flags[name] = await read(name, flag, value, help);
    }
  }
  if (!connection.help) checkArguments(command, positionals, help);
  return { args: positionals, flags: flags as Parsed["flags"], typed, connection };
}

type Split = { values: Record<string, Typed>; positionals: string[] };

function split(command: Command, argv: readonly string[], help: string): Split {
  const allowedFlags: Flags = { ...command.flags, ...CONNECTION_FLAGS };
  const options: NonNullable<ParseArgsConfig["options"]> = {};
  for (const [name, { kind }] of Object.entries(allowedFlags)) {
    options[name] = { type: kind === "switch" ? "boolean" : "string", multiple: kind === "list" };
  }
  options.help = { type: "boolean", short: "h" };
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    return { values: { ...values } as Split["values"], positionals };
  } catch (error) {
    throw new UsageError(sentence(error as NodeJS.ErrnoException, Object.keys(allowedFlags)), help);
  }
}

/** Shortens Node's message about an unknown flag, which quotes the flag. */
function sentence({ code, message }: NodeJS.ErrnoException, names: readonly string[]): string {
  if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION") return message.replaceAll("\n", " ");
  const flag = /'(-[^']*)'/.exec(message)?.[1] ?? "";
  const meant = nearest(flag.replace(/^-+/, ""), names);
  return `Unknown flag ${flag}${meant ? `; did you mean --${meant}?` : ""}`;
}

function checkArguments({ args }: Command, values: readonly string[], help: string): void {
  const missing = args.find(({ isOptional }, index) => !isOptional && values[index] === undefined);
  if (missing) throw new UsageError(`${missing.name} is missing: ${missing.help}`, help);
  const extra = values[args.length];
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"`, help);
}

async function read(name: string, flag: Flag, value: Typed, help: string): Promise<unknown> {
  if (typeof value !== "string") return value;
  if (flag.kind === "json") return readJson(`--${name}`, value);
  if (flag.kind === "number") {
    if (/^\d{1,15}$/.test(value)) return Number(value);
    throw new UsageError(`--${name} needs a whole number, not "${value}"`, help);
  }
  if (flag.kind !== "boolean") return value;
  if (value !== "true" && value !== "false") {
    throw new UsageError(`--${name} needs true or false, not "${value}"`, help);
  }
  return value === "true";
}
