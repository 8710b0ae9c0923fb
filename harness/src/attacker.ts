import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Cluster, Slot } from "./cluster.ts";
import type { RandomAttack } from "./random-attack.ts";

const PROGRAM = join(import.meta.dirname, "../../client/bin/tidings.js");
const PATIENCE_MS = 30_000;
const ENDS_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 250;
const MOST_KEPT = 100_000;

/** The holder of a key of another environment than the callers'. */
export type Attacker = {
  /** Plays it, and waits until what was acknowledged is at its end; answers with what must not be. */
  play(attack: RandomAttack): Promise<string[]>;
};

type Answer = { status: number; text: string };

/** Makes an environment, as its operator does. */
export async function openAttacker(cluster: Cluster): Promise<Attacker> {
  const slot = cluster.slots[0] as Slot;
  const args = [PROGRAM, "environments", "create", "Attacker", "--json"];
  const env = { PATH: process.env.PATH, ...cluster.variablesOf(slot) };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: cluster.dataDirectory });
  const { apiKey } = JSON.parse(stdout) as { apiKey: string };
  return { play: (attack) => playOne((wanted) => ask(slot.url, apiKey, wanted), attack) };
}

type Wanted = { method: string; path: string; body?: object; key?: string };
type Ask = (wanted: Wanted) => Promise<Answer>;

async function ask(url: string, apiKey: string, { method, path, body, key }: Wanted): Promise<Answer> {
  const headers = {
    authorization: `ApiKey ${apiKey}`,
    ...(body ? { "content-type": "application/json" } : {}),
    ...(key ? { "idempotency-key": key } : {}),
  };
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const init = { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(url + path, init);
    let text = "";
    // Answers may be large: only their beginnings are looked at.
    for await (const chunk of response.body ?? [])
      if (text.length < MOST_KEPT) text += Buffer.from(chunk).toString();
    return { status: response.status, text };
  } catch (error) {
    return { status: 0, text: (error as Error).name };
  }
}

async function playOne(asking: Ask, attack: RandomAttack): Promise<string[]> {
  const broken: string[] = [];
  const call = async (wanted: Wanted) => {
    const answer = await asking(wanted);
    const isBroken = answer.status === 0 || answer.status === 500;
    if (isBroken)
      broken.push(
        `${attack.name}: ${wanted.method} ${wanted.path} ${answer.status} ${answer.text.slice(0, 200)}`,
      );
    return answer;
  };
  const { trigger, workflow, isKeyed } = attack;
  const post = (path: string, body: object, key?: string) =>
    call({ method: "POST", path, body, ...(isKeyed && key ? { key } : {}) });
  const path = `/v2/workflows/${trigger.name}`;
  const made = await post("/v2/workflows", workflow);
  if (made.status === 201) {
    const [answer] = await Promise.all([
      post("/v1/events/trigger", trigger, trigger.transactionId),
      ...(attack.explains
        ? [post("/v1/events/trigger/explain", trigger, `explain-${trigger.transactionId}`)]
        : []),
      ...attack.reads.map((read) => call({ method: "GET", path: read })),
    ]);
    if (answer.status === 201) broken.push(...(await notEnded(asking, attack)));
    await call({ method: "DELETE", path });
  }
  return broken;
}

async function notEnded(asking: Ask, { name, trigger }: RandomAttack): Promise<string[]> {
  let last: Answer = { status: 0, text: "" };
  for (const end = Date.now() + ENDS_WITHIN_MS; Date.now() < end; await sleep(LOOK_EVERY_MS)) {
    last = await asking({ method: "GET", path: `/v1/events/trigger/${trigger.transactionId}` });
    if (last.status === 200 && isOver(JSON.parse(last.text))) return [];
  }
  return [
    `${name} was acknowledged and is not at its end after ${ENDS_WITHIN_MS} ms: ${last.text.slice(0, 200)}`,
  ];
}

function isOver({ isExpanding, waiting, recipients }: Record<string, unknown>): boolean {
  return isExpanding === false && waiting === 0 && Number(recipients) > 0;
}
