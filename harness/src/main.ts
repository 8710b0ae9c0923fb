import { randomInt } from "node:crypto";
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { cleanUpAtEnd, remains } from "./cleanup.ts";
import { createDice } from "./dice.ts";
import { play } from "./play.ts";
import { openPostgres } from "./postgres.ts";
import { complaintsOf, tableOf } from "./report.ts";
import type { Result } from "./result.ts";
import { SCENARIOS } from "./scenarios/scenarios.ts";
import { checkSelf, proofsTable } from "./self-check.ts";
import type { Scenario, Setting } from "./stage.ts";

const HELP = `npm run verify: kills, cuts and freezes a whole installation, and checks what is left

  --short          about five minutes: a few faults of most kinds
  --full           about three hours, two of them for noisy alone
  --only F-R,F-W   only these: ${SCENARIOS.map(({ id }) => id).join(", ")}
  --seed 12345     the faults of an earlier run, which has printed its seed
  --self-check     seeds bugs into the product, and fails unless each is found (--only takes their names)
  --keep DIR       the evidence of each scenario as JSON in that directory
  --json           the results as JSON, for machines`;

type Flags = {
  seed: number;
  length: Setting["length"];
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
    length: values.short ? "short" : values.full ? "full" : "usual",
    only: values.only?.split(",") ?? [],
    keep: values.keep,
    isJson: values.json === true,
    isSelfCheck: values["self-check"] === true,
  };
}

/** People read progress on standard error, so that standard output holds nothing but the result. */
function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${text}\n`);
}

/** Two at a time; who kills the PostgreSQL of all, or measures times, has the machine for itself. */
async function playAll(chosen: readonly Scenario[], setting: Setting): Promise<Result[]> {
  const results = new Map<string, Result>();
  const one = async (scenario: Scenario): Promise<void> => {
    setting.say(`--- ${scenario.id} ${scenario.title} ---`);
    const result = await play(scenario, {
      ...setting,
      say: (text) => setting.say(`${scenario.id}  ${text}`),
    });
    for (const line of complaintsOf(result)) process.stderr.write(`${line}\n`);
    // An interrupted run has told what it has seen by then.
    setting.say(tableOf([result]).split("\n").at(-1) as string);
    results.set(scenario.id, result);
  };
  const playable = chosen.filter((scenario) => isPlayable(scenario, setting));
  const isAlone = ({ killsPostgres, isMeasured }: Scenario) => killsPostgres || isMeasured;
  const queue = playable.filter((scenario) => !isAlone(scenario));
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await one(next);
  };
  await Promise.all([lane(), lane()]);
  for (const scenario of playable.filter(isAlone)) await one(scenario);
  return chosen.flatMap(({ id }) => results.get(id) ?? []);
}

function isPlayable({ id, killsPostgres, lacks }: Scenario, { postgres }: Setting): boolean {
  const isForbidden = killsPostgres && !postgres.isOurs;
  const reason = isForbidden ? "the server that DATABASE_URL names is not ours to kill" : lacks?.();
  if (reason) say(`${id} is left out: ${reason}`);
  return reason === undefined;
}

async function verify({ only, isJson, seed, length }: Flags, setting: Setting): Promise<boolean> {
  const isChosen = ({ id, takesTime }: Scenario) =>
    only.length > 0 ? only.includes(id) : !(takesTime && length === "short");
  const chosen = SCENARIOS.filter(isChosen);
  if (chosen.length === 0) throw new Error(`there is no ${only.join(", ")}`);
  const results = await playAll(chosen, setting);
  process.stdout.write(isJson ? `${JSON.stringify({ seed, results })}\n` : `${tableOf(results)}\n`);
  return results.every(({ violations }) => violations.length === 0);
}

async function proveItself({ only, isJson, seed }: Flags, setting: Setting): Promise<boolean> {
  const proofs = await checkSelf(only, setting);
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
  say(`seed ${seed} (--seed ${seed} repeats the faults)`);
  if (keep) mkdirSync(keep, { recursive: true });
  const postgres = await openPostgres(process.env.DATABASE_URL);
  const setting: Setting = { postgres, dice: createDice(seed), seed, length, say, keep };
  const isGood = await (flags.isSelfCheck ? proveItself(flags, setting) : verify(flags, setting)).finally(
    postgres.stop,
  );
  const left = remains();
  if (left.length > 0) say(`left behind: ${left.join(", ")}`);
  return isGood && left.length === 0 ? 0 : 1;
}

// Whatever a library still waits for is no reason to stay.
process.exit(await main());
