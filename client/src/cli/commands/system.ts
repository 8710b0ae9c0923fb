import type { System } from "@tidings/contract";
import { command } from "../command.ts";
import { card, moment } from "../table.ts";

export const system = command({
  name: "system",
  summary: "show the installation, and what waits in the environment",
  args: [],
  flags: {},
  notes: "Needs an API key with the scope manage.",
  examples: ["tidings system", "tidings system --json | jq .queue"],
  async run({ client }) {
    const answer = await client.system.get();
    return { answer, text: cardOf(answer) };
  },
});

function cardOf({ version, store, workers, queue, waiting, deadLetters, ...one }: System): string {
  const { openBreakers, retention, timeZones } = one;
  const megabytes = Math.round(store.bytes / 1_000_000);
  const isOld = queue.ready > 0;
  const age = isOld ? `, the oldest for ${Math.round(queue.oldestAgeSeconds)} s` : "";
  const next = waiting.nextDueAt ? `, next at ${moment(waiting.nextDueAt)} UTC` : "";
  return card([
    ["version", version],
    ["store", `${store.kind} PostgreSQL ${store.version}, ${megabytes} MB`],
    ["workers", workers.count],
    ["last heartbeat (UTC)", moment(workers.lastSeenAt)],
    ["due now", `${counted(queue.ready, queue.readyCapped)}${age}`],
    ["waiting", `${counted(waiting.count, waiting.countCapped)}${next}`],
    ["dead letters", counted(deadLetters.count, deadLetters.countCapped)],
    ["open breakers", openBreakers],
    ["time zones", zonesOf(timeZones)],
    [
      "retention (days)",
      Object.entries(retention)
        .map(([kind, days]) => `${kind} ${days}`)
        .join(", "),
    ],
  ]);
}

function zonesOf({ version, source, newer }: System["timeZones"]): string {
  const warning = newer ? `; newer ones are there: ${newer.version}, ${newer.source}` : "";
  return `tzdata ${version}, ${source}${warning}`;
}

function counted(count: number, isCapped: boolean): string {
  return isCapped ? `more than ${count}` : String(count);
}
