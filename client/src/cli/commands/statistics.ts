import type { Statistics } from "@tidings/contract";
import type { StatisticsQuery } from "../../statistics.ts";
import { command, text } from "../command.ts";
import { terminalWidth } from "../output.ts";
import { type Column, moment, table } from "../table.ts";

type Counts = Statistics["totals"];

const counts: Column<Omit<Counts, "notifications"> & Partial<Counts>>[] = [
  { title: "NOTIFICATIONS", of: (one) => one.notifications },
  { title: "DELIVERED", of: (one) => one.delivered },
  { title: "FAILED", of: (one) => one.failed },
  { title: "UNREACHABLE", of: (one) => one.unreachable },
  { title: "NOT SENT", of: (one) => one.notSent },
];

export const statistics = command({
  name: "statistics",
  summary: "count what became of notifications, by hour or day",
  args: [],
  flags: {
    from: text(
      "TIME",
      "From the hour or day of this time; default: 24 hours ago, or 30 days with --per day.",
    ),
    to: text("TIME", "Before this time; default: now."),
    per: text("PERIOD", "hour (default) or day, both in UTC."),
    by: text("GROUP", "Instead of periods, one row for each workflow, channel, integration or reason."),
  },
  examples: [
    "tidings statistics",
    "tidings statistics --per day --from 2026-01-01T00:00:00Z",
    "tidings statistics --by workflow --json | jq .groups",
  ],
  async run({ flags, client }) {
    const answer = await client.statistics.get(flags as StatisticsQuery);
    return { answer, text: tableOf(answer) };
  },
});

/** Groups, or the periods in which something happened; then the totals. */
function tableOf({ periods, groups, totals }: Statistics): string {
  const total = { key: "total", ...totals };
  const busy = periods
    .filter(({ startsAt: _, ...one }) => Object.values(one).some((count) => count > 0))
    .map(({ startsAt, ...one }) => ({ key: moment(startsAt) ?? startsAt, ...one }));
  const rows: ({ key: string } & Omit<Counts, "notifications"> & Partial<Counts>)[] = groups ?? busy;
  const title = groups ? "GROUP" : "BEGIN (UTC)";
  const first: Column<(typeof rows)[number]> = { title, of: (one) => one.key, isWhole: true };
  return table([...rows, total], [first, ...counts], terminalWidth());
}
