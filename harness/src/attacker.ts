import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Slot } from "./cluster.ts";
import type { RandomAttack } from "./random-attack.ts";
import type { TestBed } from "./scenario.ts";
import { HANG_MS } from "./waiting.ts";

const PROGRAM = join(import.meta.dirname, "../../client/bin/tidings.js");
/** On an idle machine. */
const TIMEOUT_MS = 30_000;
const POLL_EVERY_MS = 250;
const MAX_KEPT_LENGTH = 100_000;

/** A client with an API key of another environment than that of the observed client. */
export type Attacker = {
  /** Runs the attack, waits until an acknowledged trigger is finished, and returns the problems it saw. */
  run(attack: RandomAttack): Promise<string[]>;
};

type Answer = { status: number; text: string };

/** Creates an environment with the CLI, as an operator does. */
export async function openAttacker({
  cluster,
  scaled,
}: Pick<TestBed, "cluster" | "scaled">): Promise<Attacker> {
  const slot = cluster.slots[0] as Slot;
  const args = [PROGRAM, "environments", "create", "Attacker", "--json"];
  const env = { PATH: process.env.PATH, ...cluster.variablesOf(slot) };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: cluster.dataDirectory });
  const { apiKey } = JSON.parse(stdout) as { apiKey: string };
  const sendTo = { url: slot.url, apiKey };
  return {
    run: (attack) => runAttack((call) => send({ ...sendTo, timeoutMs: scaled(TIMEOUT_MS) }, call), attack),
  };
}

type Call = { method: string; path: string; body?: object; key?: string };
type Send = (call: Call) => Promise<Answer>;

type Destination = { url: string; apiKey: string; timeoutMs: number };

async function send(
  { url, apiKey, timeoutMs }: Destination,
  { method, path, body, key }: Call,
): Promise<Answer> {
  const headers = {
    authorization: `ApiKey ${apiKey}`,
    ...(body ? { "content-type": "application/json" } : {}),
    ...(key ? { "idempotency-key": key } : {}),
  };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const init = { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(url + path, init);
    let text = "";
    // Responses may be large: only the beginning is kept.
    for await (const chunk of response.body ?? [])
      if (text.length < MAX_KEPT_LENGTH) text += Buffer.from(chunk).toString();
    return { status: response.status, text };
  } catch (error) {
    return { status: 0, text: (error as Error).name };
  }
}

async function runAttack(send: Send, attack: RandomAttack): Promise<string[]> {
  const problems: string[] = [];
  const call = async (input: Call) => {
    const answer = await send(input);
    const isProblem = answer.status === 0 || answer.status === 500;
    if (isProblem)
      problems.push(
        `${attack.name}: ${input.method} ${input.path} ${answer.status} ${answer.text.slice(0, 200)}`,
      );
    return answer;
  };
  const { trigger, workflow, isKeyed } = attack;
  const post = (path: string, body: object, key?: string) =>
    call({ method: "POST", path, body, ...(isKeyed && key ? { key } : {}) });
  const path = `/v2/workflows/${trigger.name}`;
  const created = await post("/v2/workflows", workflow);
  if (created.status === 201) {
    const [answer] = await Promise.all([
      post("/v1/events/trigger", trigger, trigger.transactionId),
      ...(attack.explains
        ? [post("/v1/events/trigger/explain", trigger, `explain-${trigger.transactionId}`)]
        : []),
      ...attack.reads.map((read) => call({ method: "GET", path: read })),
    ]);
    if (answer.status === 201) problems.push(...(await waitForEnd(send, attack)));
    await call({ method: "DELETE", path });
  }
  return problems;
}

/** Returns a problem where the trigger is not finished in time. */
async function waitForEnd(send: Send, { name, trigger }: RandomAttack): Promise<string[]> {
  let last: Answer = { status: 0, text: "" };
  for (const end = Date.now() + HANG_MS; Date.now() < end; await sleep(POLL_EVERY_MS)) {
    last = await send({ method: "GET", path: `/v1/events/trigger/${trigger.transactionId}` });
    if (last.status === 200 && isOver(JSON.parse(last.text))) return [];
  }
  return [`${name} was acknowledged and is not finished after ${HANG_MS} ms: ${last.text.slice(0, 200)}`];
}

function isOver({ isExpanding, waiting, recipients }: Record<string, unknown>): boolean {
  return isExpanding === false && waiting === 0 && Number(recipients) > 0;
}
