import { setTimeout as sleep } from "node:timers/promises";
import type { Behaviour } from "../scripted-answers.ts";
import type { Script } from "../scripted-provider.ts";
import type { Scenario } from "../scenario.ts";

/** What passes within seconds, and what is tried again only after half a minute: nobody knows what came of it. */
const SOON: readonly Behaviour[] = [
  { kind: "status", status: 503, headers: { "retry-after": "1" } },
  { kind: "status", status: 429, headers: { "retry-after": "1" } },
  { kind: "huge" },
  { kind: "wrong_json" },
];
const LATE: readonly Behaviour[] = [
  { kind: "status", status: 500 },
  { kind: "close_before" },
  { kind: "close_after" },
];
const WELL_IN = 4;

/** Providers have a bad day: every message is taken in the end, and twice only where nobody could know. */
export const badProviders: Scenario = {
  id: "F-P",
  title: "providers on a bad day",
  settleMs: 200_000,
  perSecond: 8,
  run: async (testBed) => {
    const troubles = testBed.size(0, 1, 1) === 0 ? SOON : [...SOON, ...LATE];
    const script: Script = ({ mark, nth }) => {
      const place =
        [...mark].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9_973, 7) %
        (troubles.length * WELL_IN);
      return (nth === 1 && troubles[place]) || { kind: "ok" };
    };
    testBed.mailProvider.setScript(script);
    testBed.smsProvider.setScript(script);
    for (let n = testBed.size(6, 30, 120); n > 0; n -= 1) {
      testBed.log(`${n} s to go; ${testBed.client.acknowledged} acknowledged`);
      await sleep(1_000);
    }
  },
};
