import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Ran = { stdout: string; stderr: string; code: number };

/** A shell for one page: variables, functions and background programs persist between blocks. */
export type Shell = { run(code: string): Promise<Ran>; close(): void };

const TIDINGS = join(import.meta.dirname, "../../../client/bin/tidings.js");

/** `npx` runs the CLI directly, without a package look-up; `curl` fails on HTTP errors; any failing command counts. */
const BEGINNING = `
npx() { shift; "${process.execPath}" "${TIDINGS}" "$@"; }
curl() { command curl -sS --fail-with-body "$@"; }
run() { FAILED=0; source "$1.sh" >"$1.out" 2>"$1.err" </dev/null; echo "ended $FAILED"; }
set -E
trap 'FAILED=$?' ERR
`;

export function openShell(directory: string, env: Record<string, string>): Shell {
  const child = spawn("bash", ["--noprofile", "--norc"], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: directory, LANG: "C.UTF-8", ...env },
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  let count = 0;
  child.stdin.write(BEGINNING);
  return {
    run: async (code) => {
      count += 1;
      const name = join(directory, `block-${count}`);
      writeFileSync(`${name}.sh`, code);
      const ended = new Promise<string>((resolve) => child.stdout.once("data", (text) => resolve(`${text}`)));
      child.stdin.write(`run "${name}"\n`);
      const [, failure] = (await ended).trim().split(" ");
      const read = (ending: string) => readFileSync(`${name}.${ending}`, "utf8");
      return { stdout: read("out"), stderr: read("err"), code: Number(failure) };
    },
    close: () => {
      process.kill(-(child.pid as number), "SIGKILL");
    },
  };
}
