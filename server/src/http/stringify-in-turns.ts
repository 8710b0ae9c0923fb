import { setImmediate as nextTurn } from "node:timers/promises";
import { isJsonObject } from "../foundation/json.ts";

/** A list of more than this may be too much for one turn of the event loop. */
const FEW_ITEMS = 1;
const TURN_MS = 10;

/**
 * The JSON of an answer. Lists in it are written item by item, and the event loop goes on after each 10 ms of that:
 * `JSON.stringify` of a list of 16 MB holds it for about 100 ms. `charge` gets the time of each turn.
 */
export async function stringifyInTurns(value: unknown, charge: (ms: number) => void): Promise<string> {
  const turn = startTurn(charge);
  const text = hasLongList(value) ? await writeObject(value, turn) : JSON.stringify(value);
  turn.end();
  return text;
}

type Turn = { end(): void; mayEnd(): Promise<void> | undefined };

function startTurn(charge: (ms: number) => void): Turn {
  let startMs = performance.now();
  const end = () => charge(performance.now() - startMs);
  const pause = async () => {
    end();
    await nextTurn();
    startMs = performance.now();
  };
  return { end, mayEnd: () => (performance.now() - startMs > TURN_MS ? pause() : undefined) };
}

function hasLongList(value: unknown): value is object {
  return isJsonObject(value) && Object.values(value).some((member) => isLong(member));
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > FEW_ITEMS;
}

async function writeObject(value: object, turn: Turn): Promise<string> {
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const text = isLong(member) ? await writeList(member, turn) : JSON.stringify(member);
    // As JSON.stringify does: what has no JSON is left out.
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(",")}}`;
}

async function writeList(items: readonly unknown[], turn: Turn): Promise<string> {
  const texts: string[] = [];
  for (const item of items) {
    texts.push(JSON.stringify(item) ?? "null");
    const pause = turn.mayEnd();
    if (pause) await pause;
  }
  return `[${texts.join(",")}]`;
}
