import type { TriggerReport } from "@tidings/contract";
import { command, toggle } from "../command.ts";
import { terminalWidth } from "../output.ts";
import { type Column, card, moment, table } from "../table.ts";

type Reason = { readonly outcome: string; readonly code: string; readonly recipients: number };

const columns: Column<Reason>[] = [
  { title: "OUTCOME", of: (one) => one.outcome },
  { title: "REASON", of: (one) => one.code, isWhole: true },
  { title: "RECIPIENTS", of: (one) => one.recipients },
];

export const report = command({
  name: "report",
  summary: "show the results of a trigger's recipients, with reasons",
  args: [{ name: "TRANSACTION_ID", help: "The transactionId that `tidings trigger` printed." }],
  flags: { trigger: toggle("Also what was triggered: payload, overrides, recipients (with --json).") },
  notes:
    "Failed: nothing was delivered and a step failed. Skipped: nothing was delivered, as intended. The exit code is 0 in both cases.",
  examples: [
    "tidings report order-1042",
    "tidings report order-1042 --json | jq .failed",
    "tidings report order-1042 --trigger --json | jq .trigger.payload",
  ],
  async run({ args: [transactionId = ""], flags, client }) {
    const answer = await client.events.report(transactionId, flags.trigger ? { includeTrigger: true } : {});
    const reasons = reasonsOf(answer);
    const why = reasons.length === 0 ? "" : `\n\n${table(reasons, columns, terminalWidth())}`;
    return { answer, text: `${cardOf(answer)}${why}`, note: noteOf(answer) };
  },
});

function cardOf(one: TriggerReport): string {
  const [failed, skipped] = [sumOf(one.failed), sumOf(one.skipped)];
  const sum = `${one.waiting} waiting + ${one.delivered} delivered + ${failed} failed + ${skipped} skipped`;
  return card([
    ["Transaction", one.transactionId],
    ["Workflow", one.workflowId],
    ["Created (UTC)", moment(one.createdAt)],
    ["Recipients", `${one.recipients} = ${sum}`],
    ["Unknown topics", one.unknownTopics.join(", ")],
  ]);
}

function sumOf(byCode: TriggerReport["failed"]): number {
  return Object.values(byCode).reduce((sum, count) => sum + count, 0);
}

function reasonsOf({ failed, skipped }: TriggerReport): Reason[] {
  const rows = (outcome: string, byCode: TriggerReport["failed"]) =>
    Object.entries(byCode).map(([code, recipients]) => ({ outcome, code, recipients }));
  return [...rows("failed", failed), ...rows("skipped", skipped)];
}

function noteOf({ transactionId, isExpanding, isCanceled, failed }: TriggerReport): string | undefined {
  if (isCanceled) return "The trigger was canceled before it was expanded to all recipients.";
  if (isExpanding) return "The trigger is still being expanded to its recipients; the numbers will grow.";
  if (sumOf(failed) === 0) return undefined;
  return `For the steps of each: tidings notifications list --transaction-id ${transactionId}`;
}
