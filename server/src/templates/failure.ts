/** The position that LiquidJS appends; line 1 is not shown. */
const POSITION = /, line:(\d+), col:\d+$/;
const WORDING: readonly (readonly [string, string])[] = [
  ["memory alloc limit exceeded", "makes too much text or too many items"],
  ["parse length limit exceeded", "is longer than 100,000 characters"],
  ["Maximum call stack size exceeded", "nests too deep"],
  ["Cannot convert object to primitive value", "uses an object where a text is needed"],
  ["Invalid string length", "makes too much text or too many items"],
];
const MAX_REASON_CHARS = 200;

/** One sentence for the author, with the line; without a stack and without Liquid's excerpt of the source. */
export function reasonFor(error: unknown): string {
  const message = messageOf(error);
  const line = POSITION.exec(message)?.[1];
  const bare = message.replace(POSITION, "");
  const known = WORDING.find(([says]) => bare.startsWith(says))?.[1];
  if (known !== undefined) return known;
  const oneLine = bare.replace(/\s+/g, " ").slice(0, MAX_REASON_CHARS);
  return line === undefined || line === "1" ? oneLine : `${oneLine} (line ${line})`;
}

/** `undefined filter: shout, in "subject"` */
export function reasonAt(reason: string, path: string | undefined): string {
  return path === undefined || path === "" ? reason : `${reason}, in "${path}"`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
