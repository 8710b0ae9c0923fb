import { setTimeout as sleep } from "node:timers/promises";
import {
  type BriefAnswer,
  type BriefCall,
  type BriefClient,
  openBriefClient,
  retryingWhenShed,
} from "./noisy-requests.ts";

/** An attack. Returns the violations that it observed. */
export type Attack = (attacker: Attacker) => Promise<string[]>;

export type Attacker = {
  call(call: BriefCall): Promise<BriefAnswer>;
  /** Triggers, and remembers an acknowledged trigger: it must end. */
  trigger(name: string, to: unknown, payload: object, headers?: Record<string, string>): Promise<BriefAnswer>;
  /** Waits until every acknowledged trigger has ended, or the time of the attack is over. */
  settled(): Promise<void>;
};

const ATTACK_MS = 10_000;

/** Runs an attack for at most ten seconds of an idle machine, and follows its acknowledged triggers. */
export function startAttack(url: string, apiKey: string, slowness: number) {
  const client = retryingWhenShed(openBriefClient(url, apiKey), slowness);
  const attackMs = Math.ceil(ATTACK_MS * slowness);
  const time = AbortSignal.timeout(attackMs);
  const acknowledged = new Set<string>();
  const bad = new Map<string, number>();
  const call = async (wanted: BriefCall) => {
    const answer = await client.call(wanted, time);
    if (answer.status === 0 || answer.status === 500) {
      const what = `${wanted.method} ${wanted.path} of the attacker: ${answer.status || "no answer"}`;
      bad.set(what, (bad.get(what) ?? 0) + 1);
    }
    return answer;
  };
  const acting: Attacker = {
    call,
    trigger: async (name, to, payload, headers = {}) => {
      const body = { name, to, payload };
      const answer = await call({ method: "POST", path: "/v1/events/trigger", body, headers });
      if (answer.status === 201) acknowledged.add(JSON.parse(answer.text).transactionId);
      return answer;
    },
    settled: async () => {
      await lookForEnds(client, acknowledged, { isHopeless: () => time.aborted, withinMs: attackMs });
    },
  };
  return {
    run: async (attack: Attack) => {
      const seen = await attack(acting);
      return [...seen, ...[...bad].map(([what, times]) => `${what} (${times} times)`)];
    },
    unfinished: (isHopeless: () => boolean, withinMs: number) =>
      lookForEnds(client, acknowledged, { isHopeless, withinMs }),
    close: client.close,
  };
}

const LOOK_EVERY_MS = 250;
const LOOK_MS = 2_000;
const AT_ONCE = 8;

type Patience = { isHopeless: () => boolean; withinMs: number };

/** Checks that every acknowledged trigger ends: delivered, or failed with a code. */
async function lookForEnds(
  client: BriefClient,
  acknowledged: Set<string>,
  patience: Patience,
): Promise<string[]> {
  const open = new Map([...acknowledged].map((id) => [id, "not looked at"]));
  const end = performance.now() + patience.withinMs;
  while (open.size > 0 && performance.now() < end && !patience.isHopeless()) {
    const ids = [...open.keys()].slice(0, AT_ONCE);
    const asked = ids.map(async (id) => {
      const path = `/v1/events/trigger/${id}`;
      const { status, text } = await client.call({ method: "GET", path }, AbortSignal.timeout(LOOK_MS));
      if (status === 200 && isOver(JSON.parse(text))) open.delete(id);
      else open.set(id, `${status} ${text.slice(0, 200)}`);
    });
    await Promise.all(asked);
    // Triggers that have ended cost no waiting, or a fast service would acknowledge more than can be looked at.
    if (ids.some((id) => open.has(id))) await sleep(LOOK_EVERY_MS);
  }
  const [first] = open.values();
  return open.size > 0
    ? [`${open.size} of ${acknowledged.size} acknowledged triggers did not end: ${first}`]
    : [];
}

function isOver({ isExpanding, waiting, recipients }: Record<string, unknown>): boolean {
  return isExpanding === false && waiting === 0 && Number(recipients) > 0;
}
