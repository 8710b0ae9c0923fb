import { type Static, Type } from "typebox";
import { timestamp } from "./fields.ts";
import { operation } from "./operation.ts";
import { words } from "./vocabulary.ts";

export const STATISTICS_PERIODS = ["hour", "day"] as const;
export const STATISTICS_GROUPS = ["workflow", "channel", "integration", "reason"] as const;
/** What became of a step; counted when it ended. */
export const STEP_OUTCOMES = ["delivered", "failed", "unreachable", "notSent"] as const;
export type StepOutcome = (typeof STEP_OUTCOMES)[number];

/** For how many days counts are kept; also the longest time between `from` and `to`. */
export const STATISTICS_RANGE_DAYS = { hour: 31, day: 400 } as const;
/** More groups are not returned. */
export const STATISTICS_GROUPS_MAX = 200;

const count = (description: string) => Type.Integer({ description });

const counts = {
  delivered: count("Channel steps whose message a provider accepted, or that reached the inbox."),
  failed: count("Steps that failed for a reason that the operator can repair."),
  unreachable: count("Channel steps without an address, and those whose address the provider refused."),
  notSent: count("Channel steps that a condition, a preference, a schedule or a fallback skipped."),
};
const notifications = count("Notifications that were started.");

export const StatisticsPeriod = Type.Object(
  { startsAt: timestamp(), notifications, ...counts },
  { title: "StatisticsPeriod", description: "The counts of an hour or a day (UTC)." },
);
export type StatisticsPeriod = Static<typeof StatisticsPeriod>;

export const StatisticsGroup = Type.Object(
  {
    key: Type.String({
      description:
        "The workflow's identifier, the channel, the integration's internal id, or the code of an execution detail. A deleted workflow is given by its internal id.",
    }),
    name: Type.Optional(Type.String({ description: "Of a workflow or an integration that exists." })),
    notifications: Type.Optional(Type.Integer({ description: "Only with `by=workflow`." })),
    ...counts,
  },
  { title: "StatisticsGroup", description: "The counts of one workflow, channel, integration or reason." },
);
export type StatisticsGroup = Static<typeof StatisticsGroup>;

export const Statistics = Type.Object(
  {
    from: timestamp("The beginning of the first hour or day."),
    to: timestamp(),
    per: words(STATISTICS_PERIODS),
    totals: Type.Object({ notifications, ...counts }),
    periods: Type.Array(StatisticsPeriod, {
      description: "All hours or days from `from` to `to`, also those in which nothing happened.",
    }),
    groups: Type.Optional(
      Type.Array(StatisticsGroup, {
        maxItems: STATISTICS_GROUPS_MAX,
        description: `With \`by\`: the ${STATISTICS_GROUPS_MAX} groups with the most steps, the largest first.`,
      }),
    ),
  },
  { title: "Statistics", description: "What became of notifications and their steps." },
);
export type Statistics = Static<typeof Statistics>;

export const getStatistics = operation({
  id: "getStatistics",
  chapter: "Notifications",
  method: "GET",
  path: "/v1/statistics",
  summary: "Count what became of notifications",
  description: `Counts steps in the hour in which they ended, in the environment's time, from the transaction that ended them. A step that ends again, because its message was sent again, counts again. Later reports of providers, deletions and retention change no count. Counts by hour are kept for ${STATISTICS_RANGE_DAYS.hour} days, counts by day for ${STATISTICS_RANGE_DAYS.day}.`,
  status: 200,
  failures: [400],
  query: Type.Object({
    from: Type.Optional(
      timestamp(
        "Rounded down to the hour or day (UTC). Default: 24 hours, or with `per=day` 30 days, before `to`.",
      ),
    ),
    to: Type.Optional(timestamp("Default: the environment's time.")),
    per: Type.Optional(
      words(STATISTICS_PERIODS, {
        description: `Default: hour. At most ${STATISTICS_RANGE_DAYS.hour} days by hour, and ${STATISTICS_RANGE_DAYS.day} days by day.`,
      }),
    ),
    by: Type.Optional(words(STATISTICS_GROUPS, { description: "Also returns `groups`." })),
  }),
  response: Statistics,
});

export const STATISTICS_OPERATIONS = [getStatistics] as const;
