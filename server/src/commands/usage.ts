import type { Parsed } from "./settings-flags.ts";

/** What an operator typed is no use of the command: its help goes to standard error. Answers the exit code. */
export function refuseUsage(help: string): number {
  process.stderr.write(`${help}\n`);
  return 2;
}

/** Each action of a command, with how many words may follow it. */
export type Actions = Readonly<
  Record<string, { words: readonly number[]; run: (asked: Parsed) => Promise<number> }>
>;

/** Runs the action that the first word names, with the words after it. Answers the exit code. */
export async function runAction(actions: Actions, help: string, asked: Parsed): Promise<number> {
  const [word = "", ...more] = asked.positionals;
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  if (!action?.words.includes(more.length) || more.includes("")) return refuseUsage(help);
  return action.run({ ...asked, positionals: more });
}
