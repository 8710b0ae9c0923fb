import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { check } from "./check.ts";
import type { Cluster } from "./cluster.ts";
import type { Dice } from "./dice.ts";
import { describeOpenWork, dumpOf, openWork } from "./dump.ts";
import type { Evidence, Fault, Violation } from "./evidence.ts";
import { checkFootprints, footprintsOf } from "./footprint.ts";
import { type HistoryClient, startClient } from "./history-client.ts";
import { carryIn, type Props } from "./props.ts";
import { longestRecovery, type Result, resultOf } from "./result.ts";
import type { Script } from "./scripted-provider.ts";
import type { Scenario, Setting, Stage } from "./stage.ts";
import { createTraffic, furnish, gatherCrowd, type Traffic } from "./world.ts";

const SETTLE_MS = 60_000;
const SAY_EVERY_MS = 10_000;

/** Opens a world, plays the scenario while callers trigger, waits until all is at rest, and checks what is left. */
export async function play(scenario: Scenario, setting: Setting): Promise<Result> {
  const startedAt = performance.now();
  const props = await carryIn(scenario, setting);
  try {
    await prepare(scenario, props, setting.say);
    const footprints = footprintsOf(props.cluster);
    const acting = startActing(scenario, setting, props);
    await scenario.run(acting.stage).catch((error: Error) => {
      acting.broken.push({
        invariant: scenario.id,
        what: `it could not be played to its end: ${error.stack}`,
      });
    });
    setting.say("stopping the callers, and waiting until everything is at its end");
    const settledMs = await comeToRest(scenario, props, { ...acting, say: setting.say });
    for (const look of acting.looks) await look();
    acting.broken.push(...(await checkFootprints(props.cluster, footprints)));
    const evidence = await gather(props, acting);
    const violations = [
      ...acting.broken,
      ...wrongAnswers(acting.client, scenario),
      ...slowRecovery(evidence, scenario),
      ...check(evidence),
    ];
    if (setting.keep) writeFileSync(`${setting.keep}/${scenario.id}.json`, JSON.stringify(evidence));
    if (violations.length > 0) tellLogs(evidence, setting);
    const tookMs = performance.now() - startedAt;
    const { answers } = acting.client;
    return resultOf(scenario, { evidence, violations, settledMs, tookMs, answers, seed: setting.seed });
  } finally {
    await props.close();
  }
}

async function prepare(
  scenario: Scenario,
  { cluster, mailAt, smsUrl, mailProvider, smsProvider }: Props,
  say: Setting["say"],
): Promise<void> {
  await furnish(cluster, mailAt, smsUrl);
  if (scenario.needsCrowd)
    await gatherCrowd(cluster, async () => void (await isSettled(cluster, SETTLE_MS, say)));
  const { providerMs: ms = 0 } = scenario;
  const script: Script = scenario.script ?? (() => (ms > 0 ? { kind: "slow", ms } : { kind: "ok" }));
  for (const provider of [mailProvider, smsProvider]) provider.play(script);
}

type Acting = {
  stage: Stage;
  client: HistoryClient;
  faults: Fault[];
  broken: Violation[];
  looks: (() => Promise<void> | void)[];
  excused: string[];
};

function startActing(scenario: Scenario, setting: Setting, props: Props): Acting {
  const dice = setting.dice.fork(scenario.id);
  const traffic = createTraffic(`${scenario.id.toLowerCase()}-${setting.seed}`, dice.fork("traffic"));
  const client = startCallers(scenario, props, { traffic, dice });
  const faults: Fault[] = [];
  const broken: Violation[] = [];
  const looks: Acting["looks"] = [];
  const excused: string[] = [];
  const expect: Stage["expect"] = (isSo, what) =>
    void (isSo || broken.push({ invariant: scenario.id, what }));
  const { cluster, mailProvider, smsProvider, providerNetwork, callerNetwork, falseClock } = props;
  const { harm, harmed } = recorder(faults);
  const stage: Stage = {
    ...{
      cluster,
      mailProvider,
      smsProvider,
      providerNetwork,
      callerNetwork,
      falseClock,
      client,
      traffic,
      dice,
      harm,
      harmed,
    },
    postgres: props.postgres,
    size: (short, usual, full) => ({ short, usual, full })[setting.length],
    say: setting.say,
    expect,
    excuse: (transactionId) => void excused.push(transactionId),
    atRest: (look) => void looks.push(look),
    expectAllAlive: () => {
      for (const { name, process } of cluster.slots)
        expect(process?.isRunning === true, `${name} ended by itself: ${process?.output.slice(-300)}`);
    },
    kill: async (slot) => {
      await harm(`kill -9 of ${slot.name}`, true, () => cluster.end(slot, "SIGKILL"));
      await cluster.start(slot);
    },
  };
  return { stage, client, faults, broken, looks, excused };
}

function startCallers(
  { perSecond = 15, repeats = 0.05, wish }: Scenario,
  { cluster, callerUrls, historyLog }: Props,
  { traffic, dice }: { traffic: Traffic; dice: Dice },
): HistoryClient {
  return startClient({
    urls: callerUrls,
    apiKey: cluster.apiKey,
    perSecond,
    repeats,
    dice: dice.fork("client"),
    log: historyLog,
    wish: (n) => (wish ? wish(traffic, n) : traffic.next(n)),
  });
}

/** From the death of a process to our hearing of it. */
const JUST_NOW_MS = 300;

function recorder(faults: Fault[]): Pick<Stage, "harm" | "harmed"> {
  return {
    harm: async (what, isAmbiguous, work) => {
      const fault = { at: Date.now(), until: Number.MAX_SAFE_INTEGER, what, isAmbiguous };
      faults.push(fault);
      return work().finally(() => {
        fault.until = Date.now();
      });
    },
    harmed: (what) =>
      void faults.push({ at: Date.now() - JUST_NOW_MS, until: Date.now(), what, isAmbiguous: true }),
  };
}

/** Everything heals, everybody runs, callers are answered: from then on, how long until there is nothing to do. */
async function comeToRest(
  scenario: Scenario,
  props: Props,
  { client, broken, say }: Acting & Pick<Setting, "say">,
): Promise<number> {
  const { cluster, providerNetwork, callerNetwork } = props;
  for (const network of [cluster.network, providerNetwork, callerNetwork]) network?.set({ kind: "pass" });
  for (const slot of cluster.slots) await cluster.start(slot);
  await client.stop();
  const since = performance.now();
  const { settleMs = SETTLE_MS } = scenario;
  if (!(await isSettled(cluster, settleMs, say))) {
    const left = await cluster.look(describeOpenWork);
    broken.push({ invariant: "rest", what: `there is still work after ${settleMs / 1000} s: ${left}` });
  }
  return performance.now() - since;
}

async function isSettled(cluster: Cluster, patienceMs: number, say: Setting["say"]): Promise<boolean> {
  let sayAt = Date.now() + SAY_EVERY_MS;
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(200)) {
    const open = await cluster.look(openWork).catch(() => Number.NaN);
    if (open === 0) return true;
    if (Date.now() > sayAt) {
      say(`still open: ${await cluster.look(describeOpenWork).catch(() => "the database does not answer")}`);
      sayAt += SAY_EVERY_MS;
    }
  }
  return false;
}

async function gather(
  { cluster, mailProvider, smsProvider }: Props,
  { client, faults, excused }: Acting,
): Promise<Evidence> {
  return {
    history: client.history,
    calls: [...mailProvider.calls, ...smsProvider.calls],
    faults,
    excused,
    dump: await cluster.look(dumpOf),
    deduplicating: ["exact"],
    logs: cluster.logs(),
    secrets: cluster.secrets,
  };
}

/** Never a 500, never a refusal without a time to come back, never nothing at all. */
function wrongAnswers({ answers }: HistoryClient, { id, mayHang }: Scenario): Violation[] {
  const isWrong = (answer: string) => /^[45]\d\d$/.test(answer) || (answer === "TimeoutError" && !mayHang);
  const wrong = [...answers].filter(([answer]) => isWrong(answer));
  return wrong.map(([answer, times]) => ({
    invariant: id,
    what: `callers were answered ${answer} ${times} times`,
  }));
}

function slowRecovery(
  evidence: Evidence,
  { id, recoversWithinMs = Number.POSITIVE_INFINITY }: Scenario,
): Violation[] {
  const longest = longestRecovery(evidence);
  const what = `the longest recovery took ${longest} ms instead of ${recoversWithinMs} ms`;
  return longest > recoversWithinMs ? [{ invariant: id, what }] : [];
}

const MOST_LINES = 12;

/** For who wants to know why: what the servers said last. */
function tellLogs({ logs }: Evidence, { say }: Setting): void {
  const lines = logs.split("\n").filter((line) => /"level":"(error|fatal)"/.test(line));
  for (const line of lines.slice(-MOST_LINES)) say(`a server said: ${line.slice(0, 300)}`);
}
