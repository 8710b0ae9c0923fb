import type { Parsed } from "./settings-flags.ts";

/** Wrong usage: prints the help to standard error. Returns the exit code. */
export function refuseUsage(help: string): number {
  process.stderr.write(`${help}\n`);
  return 2;
}

/** The actions of a command, each with the allowed numbers of arguments. */
export type Actions = Readonly<
  Record<string, { words: readonly number[]; run: (input: Parsed) => Promise<number> }>
>;

/** Runs the action that the first positional names, with the remaining ones. Returns the exit code. */
export async function runAction(actions: Actions, help: string, input: Parsed): Promise<number> {
  const [word = "", ...more] = input.positionals;
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  if (!action?.words.includes(more.length) || more.includes("")) return refuseUsage(help);
  return action.run({ ...input, positionals: more });
}
