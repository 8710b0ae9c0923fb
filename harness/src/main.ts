import { randomInt } from "node:crypto";
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { cleanUpAtEnd, findLeftovers } from "./cleanup.ts";
import { startControl } from "./control.ts";
import { inLanes } from "./lanes.ts";
import { openPostgres } from "./postgres.ts";
import { createRandom } from "./random.ts";
import { tableOf, violationLines } from "./report.ts";
import type { Result } from "./result.ts";
import { runScenario } from "./run-scenario.ts";
import type { RunSettings, Scenario } from "./scenario.ts";
import { SCENARIOS } from "./scenarios/scenarios.ts";
import { proofsTable, runSelfCheck } from "./self-check.ts";

const HELP = `npm run verify: injects faults into a whole installation under load, then checks that nothing was lost

  --short          Run a few faults of most kinds, about five minutes
  --full           Run everything, about four hours, two of them for "noisy" and one for F-X
  --only F-R,F-W   Run only these scenarios (comma-separated): ${SCENARIOS.map(({ id }) => id).join(", ")}
  --seed 12345     Repeat the faults of an earlier run; each run prints its seed
  --self-check     Seed known bugs into the product; fail unless each is found (--only takes their names)
  --keep DIR       Write the evidence of each scenario to this directory, as JSON
  --json           Print the results as JSON`;

type Flags = {
  seed: number;
  length: RunSettings["length"];
  only: string[];
  keep: string | undefined;
  isJson: boolean;
  isSelfCheck: boolean;
};

function readFlags(): Flags | undefined {
  const { values } = parseArgs({
    options: {
      short: { type: "boolean" },
      full: { type: "boolean" },
      only: { type: "string" },
      seed: { type: "string" },
      json: { type: "boolean" },
      keep: { type: "string" },
      "self-check": { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return undefined;
  return {
    seed: values.seed === undefined ? randomInt(1, 1_000_000) : Number(values.seed),
    length: lengthOf(values),
    only: values.only?.split(",") ?? [],
    keep: values.keep,
    isJson: values.json === true,
    isSelfCheck: values["self-check"] === true,
  };
}

/** Progress goes to standard error, so that standard output has only the result. */
function log(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${text}\n`);
}

/** Runs two scenarios at a time; those that measure times run alone. */
async function runAll(chosen: readonly Scenario[], settings: RunSettings): Promise<Result[]> {
  const runnable = chosen.filter(isRunnable);
  const results = new Map<string, Result>();
  const runOne = async (scenario: Scenario): Promise<void> => {
    settings.log(`--- ${scenario.id} ${scenario.title} ---`);
    const result = await runScenario(scenario, {
      ...settings,
      log: (text) => settings.log(`${scenario.id}  ${text}`),
    });
    for (const line of violationLines(result)) process.stderr.write(`${line}\n`);
    // Logged at once, so that an interrupted run has printed the results so far.
    settings.log(tableOf([result]).split("\n").at(-1) as string);
    results.set(scenario.id, result);
    settings.log(`${results.size} of ${runnable.length} scenarios are done`);
  };
  await inLanes(
    runnable.filter(({ runsAlone }) => !runsAlone),
    runOne,
  );
  for (const scenario of runnable.filter(({ runsAlone }) => runsAlone)) await runOne(scenario);
  return chosen.flatMap(({ id }) => results.get(id) ?? []);
}

function isRunnable({ id, unsupported }: Scenario): boolean {
  const reason = unsupported?.();
  if (reason) log(`${id} is skipped: ${reason}`);
  return reason === undefined;
}

async function verify({ only, isJson, seed, length }: Flags, settings: RunSettings): Promise<boolean> {
  const isChosen = ({ id, takesTime }: Scenario) =>
    only.length > 0 ? only.includes(id) : !(takesTime && length === "short");
  const chosen = SCENARIOS.filter(isChosen);
  if (chosen.length === 0) throw new Error(`no scenario has the id ${only.join(", ")}; see --help`);
  const results = await runAll(chosen, settings);
  process.stdout.write(isJson ? `${JSON.stringify({ seed, results })}\n` : `${tableOf(results)}\n`);
  // Logged again after the table: of a long run, often only the last lines are at hand.
  for (const line of results.flatMap(violationLines)) process.stderr.write(`${line}\n`);
  log(`seed ${seed} (--seed ${seed} repeats the faults)`);
  return results.every(({ violations }) => violations.length === 0);
}

async function selfCheck({ only, isJson, seed }: Flags, settings: RunSettings): Promise<boolean> {
  const proofs = await runSelfCheck(only, settings);
  process.stdout.write(isJson ? `${JSON.stringify({ seed, proofs })}\n` : `${proofsTable(proofs)}\n`);
  return proofs.length > 0 && proofs.every(({ isFound }) => isFound);
}

async function main(): Promise<number> {
  const flags = readFlags();
  if (!flags) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  cleanUpAtEnd();
  const { seed, length, keep } = flags;
  log(`seed ${seed} (--seed ${seed} repeats the faults)`);
  if (keep) mkdirSync(keep, { recursive: true });
  const postgres = await openPostgres(process.env.DATABASE_URL);
  const control = await startControl();
  const slownessAtRest = control.slowness();
  log(`this machine is ${slownessAtRest.toFixed(1)} times slower than an idle one of the reference`);
  const random = createRandom(seed);
  const settings: RunSettings = { postgres, control, slownessAtRest, random, seed, length, log, keep };
  const isGood = await (flags.isSelfCheck ? selfCheck(flags, settings) : verify(flags, settings)).finally(
    async () => {
      await control.close();
      await postgres.stop();
    },
  );
  const left = findLeftovers();
  if (left.length > 0) log(`left behind: ${left.join(", ")}`);
  return isGood && left.length === 0 ? 0 : 1;
}

// Open handles of libraries must not keep the process alive.
process.exit(await main());

function lengthOf({ short, full }: { short?: boolean; full?: boolean }): "short" | "usual" | "full" {
  if (short) return "short";
  return full ? "full" : "usual";
}
