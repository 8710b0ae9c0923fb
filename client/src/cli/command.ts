import type { Tidings } from "../client.ts";

type ValueOf = {
  text: string;
  number: number;
  list: readonly string[];
  switch: true;
  boolean: boolean;
  /** An object, given as JSON, as `@file` or as `-` for standard input. */
  json: Readonly<Record<string, unknown>>;
};

export type Flag<Kind extends keyof ValueOf = keyof ValueOf> = {
  readonly kind: Kind;
  /** Placeholder of the value in the help. */
  readonly value?: string;
  readonly help: string;
};
export type Flags = Readonly<Record<string, Flag>>;
export type Values<F extends Flags> = { readonly [Name in keyof F]?: ValueOf[F[Name]["kind"]] };

export type Argument = { readonly name: string; readonly help: string; readonly isOptional?: true };

/** What a command receives. */
export type Input<F extends Flags = Flags> = {
  readonly args: readonly string[];
  readonly flags: Values<F>;
  readonly client: Tidings;
  /** Prints a line of progress for people; nothing with --json. */
  say(line: string): void;
  /** Prints a line of progress on standard error, where the output is data; nothing with --json. */
  remark(line: string): void;
  /** This command line with changed flags, for the user to copy. */
  again(changes: Readonly<Record<string, string | number>>): string;
};

/** The result of a command: the API's answer for programs, text for people. */
export type Report = {
  readonly answer: unknown;
  readonly text?: string;
  /** A hint, printed on standard error. */
  readonly note?: string | undefined;
  /** Why the command failed, although the API answered. */
  readonly failure?: string | undefined;
};

/** A command that calls the API. Help, parsing and running use the same definition. */
export type Command<F extends Flags = Flags> = {
  /** One or two words: `trigger`, `subscribers list`. */
  readonly name: string;
  readonly summary: string;
  readonly args: readonly Argument[];
  readonly flags: F;
  readonly notes?: string;
  readonly examples: readonly string[];
  run(input: Input<F>): Promise<Report>;
};

/** Declares a command and keeps the types of its flags. */
export function command<const F extends Flags>(value: Command<F>): Command<F> {
  return value;
}

const flagOf =
  <const Kind extends keyof ValueOf>(kind: Kind) =>
  (value: string, help: string): Flag<Kind> => ({ kind, value, help });

export const text = flagOf("text");
export const number = flagOf("number");
export const list = flagOf("list");
export const json = flagOf("json");
export const boolean = (help: string): Flag<"boolean"> => ({ kind: "boolean", value: "true|false", help });
export const toggle = (help: string): Flag<"switch"> => ({ kind: "switch", help });
