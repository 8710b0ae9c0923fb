import { LoopTurn } from "../foundation/loop-turn.ts";

/** A longer string is neither copied nor encoded as a whole. */
export const PIECE_CHARACTERS = 256 * 1024;

/** A shorter text is encoded and written at once: that takes about a millisecond. */
export function isLongText(pieces: readonly string[]): boolean {
  return pieces.reduce((sum, { length }) => sum + length, 0) > PIECE_CHARACTERS;
}

/**
 * Encodes the pieces of a text as UTF-8, yielding to the event loop every 10 ms: encoding 16 MB as a whole and copying it to the socket
 * blocks it for about 100 ms. Long pieces are cut. `charge` gets the time of each turn.
 */
export async function encodeInTurns(
  pieces: readonly string[],
  charge: (ms: number) => void,
): Promise<Buffer[]> {
  const turn = new LoopTurn(charge);
  const encoded: Buffer[] = [];
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      const to = wholeCharacter(piece, from + PIECE_CHARACTERS);
      encoded.push(Buffer.from(piece.slice(from, to)));
      from = to;
      if (turn.isOver) await turn.yield();
    }
  }
  turn.end();
  return encoded;
}

/** The index, or the one behind it when it is between two surrogates: each half alone would be encoded as U+FFFD. */
function wholeCharacter(text: string, index: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(index - 1)) ? index + 1 : index;
}
