import { setTimeout as sleep } from "node:timers/promises";
import type { Scenario } from "../scenario.ts";
import type { Behaviour } from "../scripted-answers.ts";
import type { Script } from "../scripted-provider.ts";

/** Faults after which the product is done or retries within seconds. */
const SHORT_FAULTS: readonly Behaviour[] = [
  { kind: "status", status: 503, headers: { "retry-after": "1" } },
  { kind: "status", status: 429, headers: { "retry-after": "1" } },
  { kind: "huge" },
  { kind: "wrong_json" },
];
/** Faults after which the product retries only after half a minute, because the outcome is unknown. */
const LONG_FAULTS: readonly Behaviour[] = [
  { kind: "status", status: 500 },
  { kind: "close_before" },
  { kind: "close_after" },
];
/** One in this number of messages meets a fault. */
const FAULT_INTERVAL = 4;

/** Providers fail at times: every message is accepted in the end, and twice only where the outcome was unknown. */
export const badProviders: Scenario = {
  id: "F-P",
  title: "providers fail at times",
  settleMs: 200_000,
  perSecond: 8,
  run: async (testBed) => {
    const faults = testBed.size(0, 1, 1) === 0 ? SHORT_FAULTS : [...SHORT_FAULTS, ...LONG_FAULTS];
    const script: Script = ({ mark, nth }) => {
      const index =
        [...mark].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9_973, 7) %
        (faults.length * FAULT_INTERVAL);
      return (nth === 1 && faults[index]) || { kind: "ok" };
    };
    testBed.mailProvider.setScript(script);
    testBed.smsProvider.setScript(script);
    for (let n = testBed.size(6, 30, 120); n > 0; n -= 1) {
      testBed.log(`${n} s to go; ${testBed.client.acknowledged} acknowledged`);
      await sleep(1_000);
    }
  },
};
