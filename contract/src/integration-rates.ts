import { type Static, Type } from "typebox";
import { timestamp } from "./fields.ts";
import { words } from "./vocabulary.ts";

/** Our own addition: how much an integration may send. */
export const IntegrationRates = Type.Object(
  {
    perSecond: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 1_000,
        description: "Messages a second of all workers together, evenly spread; 0.1 is one in ten seconds.",
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: "Calls of all workers at the same time; for SMTP, open connections.",
      }),
    ),
    perDay: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description:
          "Calls a day. Days begin at 00:00 UTC. A call that the provider certainly did not process is not counted.",
      }),
    ),
  },
  {
    title: "IntegrationRates",
    description:
      "How much the integration sends; without a field there is no limit, and {} removes all. A message that finds no room waits: this is no attempt, and no fault of the provider. It fails over only if its lifetime would end before.",
  },
);
export type IntegrationRates = Static<typeof IntegrationRates>;

/**
 * Why messages wait: a rate that was set, or the provider's answer (`throttled`: it is rate limited and said until when; `quota`: its
 * quota of a day or longer is used up).
 */
export const RATE_WAITS = ["per_second", "concurrency", "per_day", "throttled", "quota"] as const;
export type RateWait = (typeof RATE_WAITS)[number];

/** Our own addition: what waits for the rates of an integration. */
export const WaitsForRate = Type.Object(
  {
    reason: words(RATE_WAITS, {
      description:
        "The rate that was reached; throttled: the provider asked to wait; quota: the provider said that its quota of a day or longer is used up.",
    }),
    until: timestamp("When the last message of those that waited at the last look should have its turn."),
    messages: Type.Integer({ description: "Messages that wait for a rate; counted up to 1,000." }),
  },
  {
    title: "WaitsForRate",
    description: "Present in lists of integrations while messages wait for a rate.",
  },
);
export type WaitsForRate = Static<typeof WaitsForRate>;
