const BYTES_A_WORD = 42;

/** Whether a part of the text may be taken for an encoded word. */
export function looksEncoded(text: string | undefined): boolean {
  return text?.includes("=?") === true;
}

/**
 * A text as encoded words (RFC 2047), each with at most 75 characters and without split characters. A header whose text
 * looks like an encoded word is written this way, so that mail programs show that text instead of decoding it.
 */
export function encodedWords(text: string): string {
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (Buffer.byteLength(word + character) > BYTES_A_WORD) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString("base64")}?=`).join(" ");
}
