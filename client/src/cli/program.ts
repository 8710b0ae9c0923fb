import { readFileSync } from "node:fs";
import type { Command, Input, Report } from "./command.ts";
import { GROUPS, STORE_COMMANDS } from "./commands.ts";
import { connect } from "./connect.ts";
import { exitCodeOf, failureJson, sentenceOf, UsageError } from "./failure.ts";
import { commandHelp, groupHelp, programHelp } from "./help.ts";
import { nearest } from "./nearest.ts";
import { print, remark } from "./output.ts";
import { type Parsed, parseCommandLine } from "./parse.ts";
import { commandLine } from "./shell-words.ts";
import { runStoreCommand } from "./store-commands.ts";

/** Runs one command line. Answers the exit code: 0 success, 1 failure, 2 wrong usage. */
export async function run(argv: readonly string[]): Promise<number> {
  const [word = "--help", ...rest] = argv[0] === "help" ? [...argv.slice(1), "--help"] : argv;
  try {
    if (word === "--help" || word === "-h") return tell(programHelp());
    if (word === "--version" || word === "-v") return tell(version());
    if (Object.hasOwn(STORE_COMMANDS, word)) return await runStoreCommand(word, rest);
    const { command, given } = find(word, rest);
    return command ? await runCommand(command, given) : tellGroup(word, rest);
  } catch (error) {
    remark(argv.includes("--json") ? failureJson(error) : sentenceOf(error));
    return exitCodeOf(error);
  }
}

function tell(text: string): number {
  print(text);
  return 0;
}

function version(): string {
  const file = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(file) as { version: string }).version;
}

const commands = GROUPS.flatMap((group) => group.commands);

/** The command that one word names, or two; and what follows them. */
function find(
  word: string,
  rest: readonly string[],
): { command?: Command | undefined; given: readonly string[] } {
  const single = commands.find(({ name }) => name === word);
  if (single) return { command: single, given: rest };
  return { command: commands.find(({ name }) => name === `${word} ${rest[0]}`), given: rest.slice(1) };
}

function tellGroup(word: string, [action]: readonly string[]): number {
  const group = GROUPS.find((one) => one.word === word);
  if (!group) throw unknown(word);
  if (action === "--help" || action === "-h") return tell(groupHelp(group));
  const actions = group.commands.map(({ name }) => name.slice(word.length + 1));
  const help = `tidings ${word} --help`;
  if (action === undefined) throw new UsageError(`What about ${word}? One of: ${actions.join(", ")}`, help);
  throw new UsageError(`${word} has no "${action}"; it has ${actions.join(", ")}`, help);
}

function unknown(word: string): UsageError {
  if (word.startsWith("-")) return new UsageError(`The command comes first, then its flags such as ${word}`);
  const words = [
    ...Object.keys(STORE_COMMANDS),
    ...new Set(commands.map(({ name }) => name.split(" ")[0] ?? "")),
  ];
  const meant = nearest(word, words);
  return new UsageError(`There is no command "${word}"${meant ? `; did you mean ${meant}?` : ""}`);
}

async function runCommand(command: Command, argv: readonly string[]): Promise<number> {
  const parsed = await parseCommandLine(command, argv);
  if (parsed.everywhere.help) return tell(commandHelp(command));
  const isJson = parsed.everywhere.json === true;
  const report = await command.run(await inputOf(command, parsed, isJson));
  show(report, isJson);
  if (report.failure === undefined) return 0;
  const failure = new Error(report.failure);
  remark(isJson ? failureJson(failure) : sentenceOf(failure));
  return 1;
}

async function inputOf(
  { name }: Command,
  { args, flags, typed, everywhere }: Parsed,
  isJson: boolean,
): Promise<Input> {
  const { url } = everywhere;
  return {
    args,
    flags,
    client: await connect(everywhere),
    say: (line) => (isJson ? undefined : print(line)),
    again: (changes) => commandLine(name, { ...typed, ...(url ? { url } : {}), ...changes }),
  };
}

/** An operation without an answer prints nothing for programs. */
function show({ answer, text, note }: Report, isJson: boolean): void {
  if (isJson) {
    if (answer !== undefined) print(JSON.stringify(answer));
    return;
  }
  if (text) print(text);
  if (note) remark(note);
}
