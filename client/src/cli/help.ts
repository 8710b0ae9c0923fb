import type { Command, Flag, Flags } from "./command.ts";
import { EXAMPLES, GROUPS, type Group, STORE_COMMANDS } from "./commands.ts";
import { CONNECTION_FLAGS } from "./parse.ts";

/** What `tidings --help` prints. */
export function programHelp(): string {
  const rows = [
    ...Object.entries(STORE_COMMANDS),
    ...GROUPS.flatMap(({ commands }) => commands.map(overview)),
  ];
  const width = Math.max(...rows.map(([usage]) => usage.length)) + 2;
  const sections = GROUPS.map(({ title, commands }) => section(title, commands.map(overview), width));
  return [
    "tidings: a self-hosted notification service and its command line",
    "Usage: tidings COMMAND [ARGUMENTS] [FLAGS]",
    section("The service", Object.entries(STORE_COMMANDS), width),
    ...sections,
    section("Connection flags", flagRows(CONNECTION_FLAGS)),
    examples(EXAMPLES),
    "`tidings COMMAND --help` shows a command's help, with examples. Exit codes: 0 success, 1 failure, 2 wrong usage.",
  ].join("\n\n");
}

/** What `tidings subscribers --help` prints. */
export function groupHelp({ title, word, commands }: Group): string {
  return [
    `Usage: tidings ${word} ACTION [ARGUMENTS] [FLAGS]`,
    section(title, commands.map(overview)),
    `\`tidings ${word} ACTION --help\` shows the help of an action, with examples.`,
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
          section(
            "Arguments",
            args.map((one) => [one.name, one.help]),
          ),
        ]),
    ...(Object.keys(flags).length === 0 ? [] : [section("Flags", flagRows(flags))]),
    section("Connection flags", flagRows(CONNECTION_FLAGS)),
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

function section(title: string, rows: readonly Row[], minWidth = 0): string {
  const width = Math.max(minWidth, ...rows.map(([left]) => left.length + 2));
  return [`${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`)].join("\n");
}

function examples(lines: readonly string[]): string {
  return ["Examples:", ...lines.map((line) => `  ${line}`)].join("\n");
}

function flagRows(flags: Flags): Row[] {
  return Object.entries(flags).map(([name, flag]) => [flagUsage(name, flag), flag.help]);
}

function flagUsage(name: string, { kind, value }: Flag): string {
  const usage = value === undefined ? `--${name}` : `--${name} ${value}`;
  return kind === "list" ? `${usage} …` : usage;
}
