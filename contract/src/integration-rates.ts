import { type Static, Type } from "typebox";
import { timestamp } from "./fields.ts";
import { words } from "./vocabulary.ts";

/** The bounds of the rates; the form of the dashboard reads them, too. */
export const RATE_BOUNDS = {
  perSecond: { minimum: 0.01, maximum: 1_000 },
  concurrency: { minimum: 1, maximum: 1_000 },
  perDay: { minimum: 1, maximum: 1_000_000_000 },
} as const;

/** Our own addition: how much an integration may send. */
export const IntegrationRates = Type.Object(
  {
    perSecond: Type.Optional(
      Type.Number({
        ...RATE_BOUNDS.perSecond,
        description: "Messages a second of all workers together, evenly spread; 0.1 is one in ten seconds.",
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({
        ...RATE_BOUNDS.concurrency,
        description: "Calls of all workers at the same time; for SMTP, open connections.",
      }),
    ),
    perDay: Type.Optional(
      Type.Integer({
        ...RATE_BOUNDS.perDay,
        description:
          "Calls a day. Days begin at 00:00 UTC. A call that the provider certainly did not process is not counted.",
      }),
    ),
  },
  {
    title: "IntegrationRates",
    description:
      "How much the integration sends; without a field there is no limit. A change replaces all rates, so {} removes them. A message that finds no room waits: this is no attempt, and no fault of the provider. It fails over only if its lifetime would end before its turn. In-app integrations have no rates (422).",
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
    until: timestamp(
      "Estimated time at which the last of the messages that wait now is sent; or until when the provider must not be called.",
    ),
    messages: Type.Integer({ description: "Messages that wait for a rate; counted up to 1,000." }),
  },
  {
    title: "WaitsForRate",
    description: "Present in lists of integrations while messages wait for a rate.",
  },
);
export type WaitsForRate = Static<typeof WaitsForRate>;
