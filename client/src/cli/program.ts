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

/** Runs one command line. Returns the exit code: 0 success, 1 failure, 2 wrong usage. */
export async function run(argv: readonly string[]): Promise<number> {
  const [word = "--help", ...rest] = argv[0] === "help" ? [...argv.slice(1), "--help"] : argv;
  try {
    if (word === "--help" || word === "-h") return printed(programHelp());
    if (word === "--version" || word === "-v") return printed(version());
    if (Object.hasOwn(STORE_COMMANDS, word)) return await runStoreCommand(word, rest);
    const { command, given } = find(word, rest);
    return command ? await runCommand(command, given) : runGroup(word, rest);
  } catch (error) {
    remark(argv.includes("--json") ? failureJson(error) : sentenceOf(error));
    return exitCodeOf(error);
  }
}

function printed(text: string): number {
  print(text);
  return 0;
}

function version(): string {
  const file = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(file) as { version: string }).version;
}

const commands = GROUPS.flatMap((group) => group.commands);

/** The command named by the first word or the first two, and the words after it. */
function find(
  word: string,
  rest: readonly string[],
): { command?: Command | undefined; given: readonly string[] } {
  const single = commands.find(({ name }) => name === word);
  if (single) return { command: single, given: rest };
  return { command: commands.find(({ name }) => name === `${word} ${rest[0]}`), given: rest.slice(1) };
}

function runGroup(word: string, [action]: readonly string[]): number {
  const group = GROUPS.find((one) => one.word === word);
  if (!group) throw unknown(word);
  if (action === "--help" || action === "-h") return printed(groupHelp(group));
  const actions = group.commands.map(({ name }) => name.slice(word.length + 1));
  const help = `tidings ${word} --help`;
  if (action === undefined) throw new UsageError(`${word} needs an action: ${actions.join(", ")}`, help);
  throw new UsageError(`Unknown action "${action}" of ${word}; use ${actions.join(", ")}`, help);
}

function unknown(word: string): UsageError {
  if (word.startsWith("-")) return new UsageError(`Put the command before its flags, such as ${word}`);
  const words = [
    ...Object.keys(STORE_COMMANDS),
    ...new Set(commands.map(({ name }) => name.split(" ")[0] ?? "")),
  ];
  const meant = nearest(word, words);
  return new UsageError(`Unknown command "${word}"${meant ? `; did you mean ${meant}?` : ""}`);
}

async function runCommand(command: Command, argv: readonly string[]): Promise<number> {
  const parsed = await parseCommandLine(command, argv);
  if (parsed.connection.help) return printed(commandHelp(command));
  const isJson = parsed.connection.json === true;
  const report = await command.run(await inputOf(command, parsed, isJson));
  show(report, isJson);
  if (report.failure === undefined) return 0;
  const failure = new Error(report.failure);
  remark(isJson ? failureJson(failure) : sentenceOf(failure));
  return 1;
}

async function inputOf(
  { name }: Command,
  { args, flags, typed, connection }: Parsed,
  isJson: boolean,
): Promise<Input> {
  const { url } = connection;
  return {
    args,
    flags,
    client: await connect(connection),
    say: (line) => (isJson ? undefined : print(line)),
    remark: (line) => (isJson ? undefined : remark(line)),
    again: (changes) => commandLine(name, { ...typed, ...(url ? { url } : {}), ...changes }, args),
  };
}

/** With --json, an operation without a response body prints nothing. */
function show({ answer, text, note }: Report, isJson: boolean): void {
  if (isJson) {
    if (answer !== undefined) print(JSON.stringify(answer));
    return;
  }
  if (text) print(text);
  if (note) remark(note);
}
