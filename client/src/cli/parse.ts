import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Command, type Flag, type Flags, text, toggle, type Values } from "./command.ts";
import { UsageError } from "./failure.ts";
import { readJson } from "./json-input.ts";
import { nearest } from "./nearest.ts";

/** Every command of the API has these. */
export const EVERYWHERE = {
  url: text("URL", "Where the service is. (TIDINGS_URL; default http://127.0.0.1:3000)"),
  "api-key": text("KEY", "The environment's API key. (TIDINGS_API_KEY, or a file: TIDINGS_API_KEY_FILE)"),
  json: toggle("Print exactly what the API answers, for programs; failures as JSON on standard error."),
  help: toggle("Tell about the command."),
} as const satisfies Flags;

export type Parsed = {
  readonly args: readonly string[];
  readonly flags: Values<Flags>;
  /** The command's flags as they were typed. */
  readonly typed: Readonly<Record<string, Typed>>;
  readonly everywhere: Values<typeof EVERYWHERE>;
};
type Typed = string | true | readonly string[];

/** Reads what follows the command's name by the command's own table. @throws UsageError */
export async function parseCommandLine(command: Command, argv: readonly string[]): Promise<Parsed> {
  const help = `tidings ${command.name} --help`;
  const { values, positionals } = split(command, argv, help);
  const everywhere: Record<string, unknown> = {};
  const flags: Record<string, unknown> = {};
  const typed: Record<string, Typed> = {};
  for (const [name, value] of Object.entries(values)) {
    const flag = command.flags[name];
    if (!flag) everywhere[name] = value;
    else {
      typed[name] = value;
      if (values.help !== true) flags[name] = await read(name, flag, value, help);
    }
  }
  if (!everywhere.help) checkArguments(command, positionals, help);
  return { args: positionals, flags: flags as Parsed["flags"], typed, everywhere };
}

type Split = { values: Record<string, Typed>; positionals: string[] };

function split(command: Command, argv: readonly string[], help: string): Split {
  const known: Flags = { ...command.flags, ...EVERYWHERE };
  const options: NonNullable<ParseArgsConfig["options"]> = {};
  for (const [name, { kind }] of Object.entries(known)) {
    options[name] = { type: kind === "switch" ? "boolean" : "string", multiple: kind === "list" };
  }
  options.help = { type: "boolean", short: "h" };
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    return { values: { ...values } as Split["values"], positionals };
  } catch (error) {
    throw new UsageError(sentence(error as NodeJS.ErrnoException, Object.keys(known)), help);
  }
}

/** Node explains an unknown flag at length, and names it in quotes. */
function sentence({ code, message }: NodeJS.ErrnoException, known: readonly string[]): string {
  if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION") return message.replaceAll("\n", " ");
  const flag = /'(-[^']*)'/.exec(message)?.[1] ?? "";
  const meant = nearest(flag.replace(/^-+/, ""), known);
  return `There is no flag ${flag} here${meant ? `; did you mean --${meant}?` : ""}`;
}

function checkArguments({ args }: Command, given: readonly string[], help: string): void {
  const missing = args.find(({ isOptional }, index) => !isOptional && given[index] === undefined);
  if (missing) throw new UsageError(`${missing.name} is missing: ${missing.help}`, help);
  const extra = given[args.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`, help);
}

async function read(name: string, flag: Flag, value: Typed, help: string): Promise<unknown> {
  if (typeof value !== "string") return value;
  if (flag.kind === "json") return readJson(`--${name}`, value);
  if (flag.kind === "number") {
    if (/^\d{1,15}$/.test(value)) return Number(value);
    throw new UsageError(`--${name} takes a whole number, not "${value}"`, help);
  }
  if (flag.kind !== "boolean") return value;
  if (value !== "true" && value !== "false") {
    throw new UsageError(`--${name} takes true or false, not "${value}"`, help);
  }
  return value === "true";
}
