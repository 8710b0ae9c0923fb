import { setTimeout as sleep } from "node:timers/promises";
import { groupBy } from "../../ledger.ts";
import type { TestBed } from "../../scenario.ts";
import type { Behaviour } from "../../scripted-answers.ts";
import type { Activity } from "./activity.ts";
import { openApi } from "./api.ts";
import { DOWN, nameOf, REFUSES_ACCOUNT, VENDORS, vendorScript } from "./vendors.ts";

const PAUSE_MS = 15_000;
/** What the first integration answers, and for how long: its client sends a mail to the pair every second. */
const ANSWERS = [
  { first: DOWN, ms: 4_000 },
  { first: REFUSES_ACCOUNT, ms: 2_000 },
];

/**
 * The first integration of a pair is out, and then refuses the account, for some seconds each; its fallback always refuses the account.
 * Then the operator closes both breakers. Mails wait for the first integration, or become dead letters and are replayed.
 */
export function outages(): Activity {
  let count = 0;
  return {
    name: "outages of the pair",
    pauseMs: PAUSE_MS,
    count: () => count,
    begin: async (testBed) => {
      const api = openApi(testBed, "outages");
      testBed.afterSettling(() => expectWaysBack(testBed));
      return async () => {
        for (const { first, ms } of ANSWERS) {
          setScripts(testBed, first);
          await sleep(ms);
        }
        setScripts(testBed);
        for (const name of ["first", "fallback"])
          await api.ask({ method: "POST", path: `/v1/integrations/${name}/close-breaker`, expects: [200] });
        count += 1;
      };
    },
  };
}

function setScripts({ moreProviders }: TestBed, first?: Behaviour): void {
  for (const provider of moreProviders)
    if (provider.name === VENDORS) provider.setScript(vendorScript(first));
}

/** Mails that the fallback refused were accepted by the first integration; without any, the pair was not tested. */
function expectWaysBack({ moreProviders, expect, log }: TestBed): void {
  const [first, fallback] = [nameOf("first"), nameOf("fallback")];
  const calls = moreProviders.flatMap((provider) => provider.calls);
  const ofPair = calls.filter(({ provider }) => provider === first || provider === fallback);
  const mails = [...groupBy(ofPair, ({ mark }) => mark).values()];
  const moved = mails.filter((some) => some.some(({ provider }) => provider === fallback));
  const back = moved.filter((some) => some.at(-1)?.provider === first);
  log(`${mails.length} mails of the pair: the fallback refused ${moved.length}, ${back.length} went back`);
  expect(back.length > 0, "no mail went back to the first integration of the pair");
}
