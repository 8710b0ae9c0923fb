import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { UsageError } from "./failure.ts";

/** One value of a file and its position: "line 3", "item 3". `problem` is set when there is no value. */
export type Item = { readonly place: string; readonly value?: unknown; readonly problem?: string };

/**
 * The values of a file, or of standard input with `-`: one JSON value per line, read line by line, or one JSON array,
 * read as a whole. @throws UsageError
 */
export async function* readItems(path: string): AsyncGenerator<Item> {
  try {
    yield* itemsOf(path === "-" ? process.stdin : createReadStream(path, "utf8"));
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new UsageError(`${path} cannot be read: ${error.message}`);
  }
}

async function* itemsOf(input: NodeJS.ReadableStream): AsyncGenerator<Item> {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  let line = 0;
  for await (const raw of lines) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, "") : raw;
    if (text.trim() === "") continue;
    if (text.trimStart().startsWith("[")) {
      yield* arrayItems([text, ...(await restOf(lines))].join("\n"));
      return;
    }
    yield parsed(`line ${line}`, text);
  }
}

async function restOf(lines: AsyncIterable<string>): Promise<string[]> {
  const rest: string[] = [];
  for await (const line of lines) rest.push(line);
  return rest;
}

function arrayItems(text: string): Item[] {
  const { value, problem } = parsed("the array", text);
  if (!Array.isArray(value)) throw new UsageError(`FILE contains no complete JSON array: ${problem}`);
  return value.map((item, index) => ({ place: `item ${index + 1}`, value: item }));
}

function parsed(place: string, text: string): Item {
  try {
    return { place, value: JSON.parse(text) };
  } catch (error) {
    return { place, problem: `is not JSON: ${(error as Error).message}` };
  }
}
