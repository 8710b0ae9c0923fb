import { isJsonObject } from "../foundation/json.ts";
import { LoopTurn } from "../foundation/loop-turn.ts";

/** A longer list may take too long for one turn of the event loop. */
const FEW_ITEMS = 1;

/**
 * The JSON of a response. Lists are written item by item, yielding to the event loop every 10 ms: `JSON.stringify` of a
 * list of 16 MB blocks it for about 100 ms. `charge` gets the time of each turn.
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
    // Like JSON.stringify: members without JSON, such as undefined, are left out.
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
