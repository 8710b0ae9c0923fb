import { expect, test } from "vitest";
import { GROUPS } from "./commands.ts";
import { commandHelp, programHelp } from "./help.ts";
import { parseCommandLine } from "./parse.ts";

const commands = GROUPS.flatMap((group) => group.commands);

test("program help: names every command, in lines of at most 115 characters", () => {
  const help = programHelp();
  for (const { name } of commands) expect(help).toContain(`  ${name}`);
  expect(Math.max(...help.split("\n").map((line) => line.length))).toBeLessThanOrEqual(115);
});

test.each(commands.map((command) => [command.name, command] as const))(
  "help of `tidings %s`: names its flags; its examples can be parsed",
  async (name, command) => {
    const help = commandHelp(command);
    for (const flag of Object.keys(command.flags)) expect(help).toContain(`--${flag}`);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) {
      const words = wordsOf(example.slice(example.indexOf("tidings ")).replace(/ [<>|] .*$/, ""));
      const length = 1 + name.split(" ").length;
      expect(words.slice(0, length).join(" ")).toBe(`tidings ${name}`);
      // Replaces files and standard input.
      const argv = words.slice(length).map((word) => (/^@|^-$/.test(word) ? "{}" : word));
      await expect(parseCommandLine(command, argv)).resolves.toMatchObject({ connection: {} });
    }
  },
);

/** Splits a line like a shell. */
function wordsOf(line: string): string[] {
  const words = line.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  return words.map((word) => word.replace(/^(['"])(.*)\1$/, "$2"));
}
