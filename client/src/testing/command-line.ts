import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../bin/tidings.js", import.meta.url));

export type CommandResult = { code: number | null; out: string; err: string };
export type Input = { env?: Record<string, string>; stdin?: string };

/** Runs `tidings` with only PATH from this process's environment. Needs a built client. */
export async function tidings(
  args: readonly string[],
  { env = {}, stdin = "" }: Input = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { PATH: process.env.PATH, ...env } });
  child.stdin.on("error", () => {}).end(stdin);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** Runs `tidings` with its output closed before anything is printed, as with `| head -0`. */
export async function tidingsWithoutReader(
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { PATH: process.env.PATH, ...env } });
  child.stdout.destroy();
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [err, code] = await Promise.all([text(child.stderr), ended]);
  return { code, out: "", err };
}
