import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { cleanUpAtEnd, remains } from "./cleanup.ts";
import { createDice } from "./dice.ts";
import { play } from "./play.ts";
import { openPostgres } from "./postgres.ts";
import { complaintsOf, tableOf } from "./report.ts";
import type { Result } from "./result.ts";
import { SCENARIOS } from "./scenarios/scenarios.ts";
import type { Setting } from "./stage.ts";

const HELP = `npm run verify: kills, cuts and freezes a whole installation, and checks what is left

  --short          about a minute and a half: a few faults of every kind
  --full           about an hour
  --only F-R,F-W   only these: ${SCENARIOS.map(({ id }) => id).join(", ")}
  --seed 12345     the faults of an earlier run, which has printed its seed
  --self-check     seeds bugs into the product, and fails unless each is found
  --keep DIR       the evidence of each scenario as JSON in that directory
  --json           the results as JSON, for machines`;

type Flags = {
  seed: number;
  length: Setting["length"];
  only: string[];
  isJson: boolean;
  keep: string | undefined;
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
    length: values.short ? "short" : values.full ? "full" : "usual",
    only: values.only?.split(",") ?? [],
    keep: values.keep,
    isJson: values.json === true,
    isSelfCheck: values["self-check"] === true,
  };
}

/** People read progress on standard error, so that standard output holds nothing but the result. */
function say(text: string): void {
  const clock = new Date().toISOString().slice(11, 19);
  process.stderr.write(`${clock}  ${text}\n`);
}

async function verify({ seed, length, only, keep }: Flags): Promise<Result[]> {
  const chosen = SCENARIOS.filter(({ id }) => only.length === 0 || only.includes(id));
  if (chosen.length === 0) throw new Error(`there is no ${only.join(", ")}`);
  const postgres = await openPostgres(process.env.DATABASE_URL);
  const dice = createDice(seed);
  try {
    const results: Result[] = [];
    for (const scenario of chosen) {
      if (scenario.killsPostgres && !postgres.isOurs) {
        say(`${scenario.id} is left out: the server that DATABASE_URL names is not ours to kill`);
        continue;
      }
      say(`--- ${scenario.id} ${scenario.title} ---`);
      const setting = {
        postgres,
        dice,
        seed,
        length,
        keep,
        say: (text: string) => say(`${scenario.id}  ${text}`),
      };
      const result = await play(scenario, setting);
      for (const line of complaintsOf(result)) process.stderr.write(`${line}\n`);
      results.push(result);
    }
    return results;
  } finally {
    await postgres.stop();
  }
}

async function main(): Promise<number> {
  const flags = readFlags();
  if (!flags) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  cleanUpAtEnd();
  say(`seed ${flags.seed} (npm run verify -- --seed ${flags.seed} repeats the faults)`);
  const results = await verify(flags);
  const isGood = results.every(({ violations }) => violations.length === 0);
  const left = remains();
  if (left.length > 0) say(`left behind: ${left.join(", ")}`);
  process.stdout.write(
    flags.isJson ? `${JSON.stringify({ seed: flags.seed, results })}\n` : `${tableOf(results)}\n`,
  );
  return isGood && left.length === 0 ? 0 : 1;
}

process.exitCode = await main();
