import { isJsonObject } from "../foundation/json.ts";
import { LoopTurn } from "../foundation/loop-turn.ts";

/** A list of more than this may be too much for one turn of the event loop. */
const FEW_ITEMS = 1;

/**
 * The JSON of an answer. Lists in it are written item by item, and the event loop goes on after each 10 ms of that:
 * `JSON.stringify` of a list of 16 MB holds it for about 100 ms. `charge` gets the time of each turn.
 */
export async function stringifyInTurns(value: unknown, charge: (ms: number) => void): Promise<string> {
  const turn = new LoopTurn(charge);
  const text = hasLongList(value) ? await writeObject(value, turn) : JSON.stringify(value);
  turn.end();
  return text;
}

function hasLongList(value: unknown): value is object {
  return isJsonObject(value) && Object.values(value).some((member) => isLong(member));
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > FEW_ITEMS;
}

async function writeObject(value: object, turn: LoopTurn): Promise<string> {
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const text = isLong(member) ? await writeList(member, turn) : JSON.stringify(member);
    // As JSON.stringify does: what has no JSON is left out.
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(",")}}`;
}

async function writeList(items: readonly unknown[], turn: LoopTurn): Promise<string> {
  const texts: string[] = [];
  for (const item of items) {
    texts.push(JSON.stringify(item) ?? "null");
    if (turn.isOver) await turn.yield();
  }
  return `[${texts.join(",")}]`;
}
