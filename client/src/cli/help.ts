import type { Command, Flag, Flags } from "./command.ts";
import { EXAMPLES, GROUPS, type Group, STORE_COMMANDS } from "./commands.ts";
import { EVERYWHERE } from "./parse.ts";

/** What `tidings --help` prints. */
export function programHelp(): string {
  const rows = [
    ...Object.entries(STORE_COMMANDS),
    ...GROUPS.flatMap(({ commands }) => commands.map(overview)),
  ];
  const width = Math.max(...rows.map(([usage]) => usage.length)) + 2;
  const chapters = GROUPS.map(({ title, commands }) => chapter(title, commands.map(overview), width));
  return [
    "tidings: a self-hosted notification service, and the way to speak to it",
    "Usage: tidings COMMAND [ARGUMENTS] [FLAGS]",
    chapter("The service itself", Object.entries(STORE_COMMANDS), width),
    ...chapters,
    chapter("Flags of every command that asks the API", flagRows(EVERYWHERE)),
    examples(EXAMPLES),
    "`tidings COMMAND --help` tells about one command, with examples. Exit codes: 0 success, 1 failure, 2 wrong usage.",
  ].join("\n\n");
}

/** What `tidings subscribers --help` prints. */
export function groupHelp({ title, word, commands }: Group): string {
  return [
    `Usage: tidings ${word} ACTION [ARGUMENTS] [FLAGS]`,
    chapter(title, commands.map(overview)),
    `\`tidings ${word} ACTION --help\` tells about one of them, with examples.`,
  ].join("\n\n");
}

/** What `tidings subscribers list --help` prints. */
export function commandHelp(command: Command): string {
  const { name, summary, args, flags, notes } = command;
  const parts = [
    `tidings ${name}: ${summary}`,
    `Usage: tidings ${usage(command)} [FLAGS]`,
    ...(notes === undefined ? [] : [notes]),
    ...(args.length === 0
      ? []
      : [
          chapter(
            "Arguments",
            args.map((one) => [one.name, one.help]),
          ),
        ]),
    ...(Object.keys(flags).length === 0 ? [] : [chapter("Flags", flagRows(flags))]),
    chapter("Flags of every command that asks the API", flagRows(EVERYWHERE)),
    examples(command.examples),
  ];
  return parts.join("\n\n");
}

type Row = readonly [left: string, right: string];

function overview(command: Command): Row {
  return [usage(command), command.summary];
}

function usage({ name, args }: Command): string {
  return [name, ...args.map((one) => (one.isOptional ? `[${one.name}]` : one.name))].join(" ");
}

function chapter(title: string, rows: readonly Row[], atLeast = 0): string {
  const width = Math.max(atLeast, ...rows.map(([left]) => left.length + 2));
  return [`${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`)].join("\n");
}

function examples(lines: readonly string[]): string {
  return ["Examples:", ...lines.map((line) => `  ${line}`)].join("\n");
}

function flagRows(flags: Flags): Row[] {
  return Object.entries(flags).map(([name, flag]) => [flagUsage(name, flag), flag.help]);
}

function flagUsage(name: string, { kind, value }: Flag): string {
  const given = value === undefined ? `--${name}` : `--${name} ${value}`;
  return kind === "list" ? `${given} …` : given;
}
