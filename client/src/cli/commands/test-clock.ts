import { type TestClock, type TestClockMove, TIME_UNITS, type TimeUnit } from "@tidings/contract";
import { command, text, toggle, type Values } from "../command.ts";
import { UsageError } from "../failure.ts";
import { card, moment } from "../table.ts";

const HELP = "tidings test-clock --help";

const flags = {
  now: text("TIME", "Freeze it at this moment, or move it there: 2026-01-31T09:00:00Z."),
  advance: text("TIME", `Move it on by so much: "3 days"; units are ${TIME_UNITS.join(", ")}.`),
  freeze: toggle("Freeze it where it is; once frozen it stays so."),
};

export const testClock = command({
  name: "test-clock",
  summary: "show, freeze or move the time of an environment made for tests",
  args: [],
  flags,
  notes:
    "Without flags it only shows the clock. What comes due on the way happens before the command ends.\nOnly in environments made with `tidings environments create NAME --test`.",
  examples: [
    "tidings test-clock",
    "tidings test-clock --freeze",
    "tidings test-clock --now 2026-01-31T09:00:00Z",
    'tidings test-clock --advance "3 days"',
  ],
  async run({ flags: given, client, again }) {
    const move = moveOf(given);
    const answer = await (move ? client.testClock.move(move) : client.testClock.get());
    const goOn = given.now === undefined ? "tidings test-clock --now TIME" : again({});
    const unfinished = `Not all that is due has happened yet, the clock may be on its way; go on with ${goOn}`;
    return { answer, text: cardOf(answer), note: move && !answer.isSettled ? unfinished : undefined };
  },
});

/** Undefined where the clock is only looked at. @throws UsageError */
function moveOf({ now, advance, freeze }: Values<typeof flags>): TestClockMove | undefined {
  const said = [now, advance, freeze].filter((one) => one !== undefined);
  if (said.length > 1) throw new UsageError("One at a time: --now, --advance or --freeze", HELP);
  if (now !== undefined) return { now };
  if (advance !== undefined) return { advance: lengthOf(advance) };
  return freeze ? {} : undefined;
}

/** "3 days", "3days" and "1 day" are lengths of time. @throws UsageError */
function lengthOf(given: string): NonNullable<TestClockMove["advance"]> {
  const [, amount, word] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(given) ?? [];
  const isUnit = (unit: TimeUnit) => [unit, unit.slice(0, -1)].includes(word?.toLowerCase() ?? "");
  const unit = TIME_UNITS.find(isUnit);
  if (unit) return { amount: Number(amount), unit };
  throw new UsageError(`--advance takes a length of time such as "3 days", not "${given}"`, HELP);
}

function cardOf({ now, isFrozen, isSettled, nextDueAt }: TestClock): string {
  return card([
    ["Now (UTC)", moment(now)],
    ["Clock", isFrozen ? "frozen" : "runs on real time"],
    ["Settled", isSettled ? "yes" : "no, something is under way or due"],
    ["Next due (UTC)", moment(nextDueAt ?? undefined) ?? "nothing waits"],
  ]);
}
