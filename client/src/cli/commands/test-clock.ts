import { type TestClock, type TestClockMove, TIME_UNITS, type TimeUnit } from "@tidings/contract";
import { command, text, toggle, type Values } from "../command.ts";
import { UsageError } from "../failure.ts";
import { card, moment } from "../table.ts";

const HELP = "tidings test-clock --help";

const flags = {
  now: text("TIME", "Freeze the clock at this time, or advance it to it: 2026-01-31T09:00:00Z."),
  advance: text("DURATION", `Advance it by this duration: "3 days"; units: ${TIME_UNITS.join(", ")}.`),
  freeze: toggle("Freeze it at its current time; a frozen clock stays frozen."),
};

export const testClock = command({
  name: "test-clock",
  summary: "show, freeze or advance the clock of a test environment",
  args: [],
  flags,
  notes:
    "Without flags, shows the clock. Everything that becomes due is processed before the command ends.\nOnly in environments created with `tidings environments create NAME --test`.",
  examples: [
    "tidings test-clock",
    "tidings test-clock --freeze",
    "tidings test-clock --now 2026-01-31T09:00:00Z",
    'tidings test-clock --advance "3 days"',
  ],
  async run({ flags: values, client, again }) {
    const move = moveOf(values);
    const answer = await (move ? client.testClock.move(move) : client.testClock.get());
    const continuation = values.now === undefined ? "tidings test-clock --now TIME" : again({});
    const unfinished = `Some due work is not processed yet, and the clock may not have arrived; continue with ${continuation}`;
    return { answer, text: cardOf(answer), note: move && !answer.isSettled ? unfinished : undefined };
  },
});

/** Undefined when the clock is only read. @throws UsageError */
function moveOf({ now, advance, freeze }: Values<typeof flags>): TestClockMove | undefined {
  const given = [now, advance, freeze].filter((one) => one !== undefined);
  if (given.length > 1) throw new UsageError("Use only one of --now, --advance and --freeze", HELP);
  if (now !== undefined) return { now };
  if (advance !== undefined) return { advance: durationOf(advance) };
  return freeze ? {} : undefined;
}

/** Parses a duration such as "3 days", "3days" or "1 day". @throws UsageError */
function durationOf(input: string): NonNullable<TestClockMove["advance"]> {
  const [, amount, word] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(input) ?? [];
  const isUnit = (unit: TimeUnit) => [unit, unit.slice(0, -1)].includes(word?.toLowerCase() ?? "");
  const unit = TIME_UNITS.find(isUnit);
  if (unit) return { amount: Number(amount), unit };
  throw new UsageError(`--advance needs a duration such as "3 days", not "${input}"`, HELP);
}

function cardOf({ now, isFrozen, isSettled, nextDueAt }: TestClock): string {
  return card([
    ["Now (UTC)", moment(now)],
    ["Clock", isFrozen ? "frozen" : "runs on real time"],
    ["Settled", isSettled ? "yes" : "no, work is in progress or due"],
    ["Next due (UTC)", moment(nextDueAt ?? undefined) ?? "nothing scheduled"],
  ]);
}
