import { MAX_BULK_SUBSCRIBERS, type SubscriberInput } from "@tidings/contract";
import type { Tidings } from "../../client.ts";
import { command } from "../command.ts";
import { terminalWidth } from "../output.ts";
import { type Item, readItems } from "../read-items.ts";
import { type Column, table } from "../table.ts";

/** Keeps a call below the service's default body limit, with fewer than 500 subscribers if necessary. */
const MAX_CALL_BYTES = 3 * 1024 * 1024;
/** Failures and warnings that are listed; further ones are only counted. */
const MAX_FAILURES = 1_000;

type Failure = { place: string; subscriberId?: string | undefined; message: string };
type Tally = {
  created: number;
  updated: number;
  failed: number;
  failures: Failure[];
  /** What is stored, but counts as something else. */
  warnings: Failure[];
};

const columns: Column<Failure>[] = [
  { title: "WHERE", of: (one) => one.place, isWhole: true },
  { title: "SUBSCRIBER", of: (one) => one.subscriberId },
  { title: "WHY", of: (one) => one.message },
];

export const importSubscribers = command({
  name: "subscribers import",
  summary: "create or update the subscribers listed in a file",
  args: [{ name: "FILE", help: "One JSON object per line, or a JSON array; - reads standard input." }],
  flags: {},
  notes: `Each object has a subscriberId, and optionally email, phone, firstName, lastName, avatar, locale, timezone, data.
Omitted fields stay unchanged; null clears a field. Sends 500 objects per call; invalid objects do not stop the others.`,
  examples: ["tidings subscribers import users.jsonl", "psql -At -c '…' | tidings subscribers import -"],
  async run({ args: [path = ""], client, say }) {
    const tally: Tally = { created: 0, updated: 0, failed: 0, failures: [], warnings: [] };
    for await (const call of callsOf(readItems(path))) {
      await sendCall(client, call, tally);
      say(summaryOf(tally));
    }
    const { failures, warnings, ...counts } = tally;
    const remarks = [...failures, ...warnings];
    const text = remarks.length > 0 ? table(remarks, columns, terminalWidth()) : undefined;
    const failure = tally.failed > 0 ? `${tally.failed} subscribers were not imported` : undefined;
    return { answer: { ...counts, failures, warnings }, text: text ?? "", failure };
  },
});

/** Groups the items into calls. */
async function* callsOf(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let call: Item[] = [];
  let bytes = 0;
  for await (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item.value) ?? "") + 1;
    if (call.length === MAX_BULK_SUBSCRIBERS || (call.length > 0 && bytes + size > MAX_CALL_BYTES)) {
      yield call;
      call = [];
      bytes = 0;
    }
    call.push(item);
    bytes += size;
  }
  if (call.length > 0) yield call;
}

async function sendCall(client: Tidings, call: readonly Item[], tally: Tally): Promise<void> {
  const valid = call.filter(({ problem }) => problem === undefined);
  for (const { place, problem } of call) if (problem !== undefined) note(tally, { place, message: problem });
  if (valid.length === 0) return;
  // The service validates each item: an invalid subscriber is returned in `failed`.
  const outcome = await client.subscribers.createBulk(valid.map(({ value }) => value as SubscriberInput));
  tally.created += outcome.created.length;
  tally.updated += outcome.updated.length;
  for (const { subscriberId, warnings = [] } of [...outcome.created, ...outcome.updated]) {
    if (tally.warnings.length >= MAX_FAILURES) break;
    for (const { message } of warnings) tally.warnings.push({ place: "stored", subscriberId, message });
  }
  for (const { index, ...failed } of outcome.failed) {
    note(tally, { place: valid[index]?.place ?? "", ...failed });
  }
}

function note(tally: Tally, failure: Failure): void {
  tally.failed += 1;
  if (tally.failures.length < MAX_FAILURES) tally.failures.push(failure);
}

function summaryOf({ created, updated, failed }: Tally): string {
  return `${created} created, ${updated} updated, ${failed} failed`;
}
