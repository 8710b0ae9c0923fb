import { type Code, codesOf } from "./codes.ts";

/** What a key that is typed writes, and how far the caret moves. */
export type Typed = { insert: string; move: number };

/** `{{` and `{%` are closed when they are typed; a closing delimiter that is there is not written again. */
export function typedBrace(text: string, position: number, key: string): Typed | undefined {
  if (key === "{" || key === "%") return opened(text, position, key) ?? passed(text, position, key);
  return key === "}" ? passed(text, position, key) : undefined;
}

function opened(text: string, position: number, key: "{" | "%"): Typed | undefined {
  const isOpening = text[position - 1] === "{" && text[position - 2] !== "{";
  if (!isOpening) return undefined;
  const closing = key === "{" ? "}}" : "%}";
  const after = `${text.slice(0, position)}${key}${text.slice(position)}`;
  const made = codesOf(after).find(({ from }) => from === position + 1);
  return made?.isClosed === false ? { insert: key + closing, move: 1 } : undefined;
}

/** Over the next character of the closing delimiter; white space before it is passed, too. */
function passed(text: string, position: number, key: string): Typed | undefined {
  const code = codesOf(text).find((one) => one.isClosed && one.from <= position && position < one.end);
  if (!code || !isNext(text, position, code, key)) return undefined;
  const next = text.indexOf(key, Math.max(position, code.to));
  return { insert: "", move: next + 1 - position };
}

function isNext(text: string, position: number, code: Code, key: string): boolean {
  const rest = text.slice(position, code.end).trimStart();
  return rest.startsWith(key) && rest.length <= code.end - code.to;
}
