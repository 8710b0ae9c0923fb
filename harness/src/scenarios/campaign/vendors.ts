import type { Behaviour } from "../../scripted-answers.ts";
import type { Script } from "../../scripted-provider.ts";

/** What the providers of the campaign answer: one server, with a path for each integration. All of them deliver once per key. */

export const VENDORS = "vendors";

/** The paths; Resend adds its own to the address. */
export const PATHS = {
  chat: "/chat",
  doomed: "/doomed",
  fallback: "/fallback",
  first: "/first",
  rated: "/rated",
  resend: "/emails",
} as const;

/** The names of providers, as calls have them. */
export const nameOf = (path: keyof typeof PATHS): string => VENDORS + PATHS[path];
export const KEYED: readonly string[] = ["keyed", ...Object.values(PATHS).map((path) => VENDORS + path)];

/** Of the integrations with rates. */
export const RATES = { perSecond: 8, concurrency: 4, perDay: 100_000 } as const;

/** A kill is to hit calls in progress. */
const QUICK: Behaviour = { kind: "slow", ms: 40 };
/** 8 calls a second of this length are as many as the concurrent ones that the rates allow. */
const RATED_MS = 500;
const RATED: Behaviour = { kind: "slow", ms: RATED_MS };
export const DOWN: Behaviour = { kind: "status", status: 503 };
export const REFUSES_ACCOUNT: Behaviour = { kind: "status", status: 401 };
const REFUSES_MESSAGE: Behaviour = { kind: "status", status: 400 };

/** A mail meets an outage this often, so that none waits for its fourth attempt, which comes after two minutes. */
const OUTAGES_OF_A_MAIL = 2;

/** The id that Resend gives to a message: the same for each attempt. */
export const resendIdOf = (key: string): string => `re-${key}`;

/** `first`: the answer of the first integration of the pair, if not an acceptance. */
export const vendorScript =
  (first: Behaviour = QUICK): Script =>
  ({ path, nth, key }) => {
    switch (path) {
      case PATHS.first:
        return nth <= OUTAGES_OF_A_MAIL ? first : QUICK;
      case PATHS.fallback:
        return REFUSES_ACCOUNT;
      // The first attempt makes a dead letter; that of a replay is accepted.
      case PATHS.doomed:
        return nth === 1 ? REFUSES_MESSAGE : QUICK;
      case PATHS.resend:
        return { kind: "slow", ms: RATED_MS, id: resendIdOf(key) };
      case PATHS.rated:
        return RATED;
      default:
        return QUICK;
    }
  };
