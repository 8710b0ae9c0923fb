import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE_MS } from "../patience.ts";
import { differenceFrom } from "./compare-output.ts";
import { type Block, type Page, readPages } from "./page.ts";
import type { Programs } from "./programs.ts";
import { openShell, type Ran, type Shell } from "./shell.ts";

const LOOK_EVERY_MS = 50;

/**
 * Runs the examples of a page in order and compares their output. The words after a block's language:
 * - `file=NAME` the reader saves the block under this name.
 * - `sh` runs and must succeed; `sh fails` must fail; `sh poll` is repeated until it prints what the page shows.
 * - `ts` is a separate program that runs.
 * - `answer` (of `json` or `text`) shows what the previous block prints.
 * - `always` runs at the start of every page.
 * - `shown` is not run: it needs a machine, a network or a service that a test does not have.
 */
export async function runPage(page: Page, programs: Programs, env: Record<string, string>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "tidings-guide-"));
  const shell = openShell(directory, env);
  try {
    for (const { code } of standingBlocks()) await shell.run(code);
    for (const [index, block] of page.blocks.entries()) {
      const example = exampleOf(page, block, programs);
      if (example !== undefined) await perform(page, index, { shell, example });
      const name = fileOf(block);
      if (name !== undefined) writeFileSync(join(directory, name), block.code);
    }
  } finally {
    shell.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

const standingBlocks = () =>
  readPages().flatMap(({ blocks }) => blocks.filter((block) => has(block, "always")));

const has = ({ words }: Block, word: string) => words.includes(word);
const fileOf = ({ words }: Block) => words.find((word) => word.startsWith("file="))?.slice("file=".length);

/** The command that runs a block; undefined when there is nothing to run. */
function exampleOf(page: Page, block: Block, programs: Programs): string | undefined {
  if (has(block, "shown")) return undefined;
  if (block.language === "sh") return block.code;
  return block.language === "ts" ? `"${process.execPath}" "${programs.fileOf(page, block)}"` : undefined;
}

async function perform(
  page: Page,
  index: number,
  { shell, example }: { shell: Shell; example: string },
): Promise<void> {
  const block = page.blocks[index] as Block;
  const next = page.blocks[index + 1];
  const answer = next && has(next, "answer") ? next : undefined;
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(LOOK_EVERY_MS)) {
    const ran = await shell.run(example);
    const problem = problemOf(block, answer, ran);
    if (problem === undefined) return;
    if (has(block, "poll") && performance.now() < end) continue;
    throw new Error(`docs/${page.name}:${block.line}: ${problem}\n${ran.stdout}\n${ran.stderr}`);
  }
}

function problemOf(
  block: Block,
  answer: Block | undefined,
  { stdout, stderr, code }: Ran,
): string | undefined {
  if ((code !== 0) !== has(block, "fails")) return `the exit code is ${code}`;
  return answer && differenceFrom(answer.code, code === 0 ? stdout : stdout || stderr, answer.language);
}
