import { isJsonObject } from "../foundation/json.ts";
import { LoopTurn } from "../foundation/loop-turn.ts";
import { PIECE_CHARACTERS } from "./encode-in-turns.ts";

/** A longer list may take too long for one turn of the event loop. */
const FEW_ITEMS = 1;

/**
 * The JSON of a response, in pieces. Lists are written item by item, yielding to the event loop every 10 ms: `JSON.stringify` of a
 * list of 16 MB blocks it for about 100 ms. `charge` gets the time of each turn.
 */
export async function stringifyInTurns(value: unknown, charge: (ms: number) => void): Promise<string[]> {
  const turn = new LoopTurn(charge);
  const written = new Pieces();
  if (hasLongList(value)) await writeObject(value, { turn, written });
  else written.add(JSON.stringify(value));
  turn.end();
  return written.all();
}

/** Ends a piece behind the item with which it becomes long. */
class Pieces {
  readonly #whole: string[] = [];
  #last = "";

  add(text: string): void {
    this.#last += text;
    if (this.#last.length < PIECE_CHARACTERS) return;
    this.#whole.push(this.#last);
    this.#last = "";
  }

  all(): string[] {
    return this.#last === "" ? this.#whole : [...this.#whole, this.#last];
  }
}

type Writing = { turn: LoopTurn; written: Pieces };

function hasLongList(value: unknown): value is object {
  return isJsonObject(value) && Object.values(value).some((member) => isLong(member));
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > FEW_ITEMS;
}

async function writeObject(value: object, { turn, written }: Writing): Promise<void> {
  let before = "{";
  for (const [name, member] of Object.entries(value)) {
    const text = isLong(member) ? "" : JSON.stringify(member);
    // Like JSON.stringify: members without JSON, such as undefined, are left out.
    if (text === undefined) continue;
    written.add(`${before}${JSON.stringify(name)}:${text}`);
    if (isLong(member)) await writeList(member, { turn, written });
    before = ",";
  }
  written.add("}");
}

async function writeList(items: readonly unknown[], { turn, written }: Writing): Promise<void> {
  let before = "[";
  for (const item of items) {
    written.add(`${before}${JSON.stringify(item) ?? "null"}`);
    before = ",";
    if (turn.isOver) await turn.yield();
  }
  written.add("]");
}
