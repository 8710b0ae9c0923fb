import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { UsageError } from "./failure.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads an object from JSON, from `@file`, or from standard input with `-`. @throws UsageError */
export async function readJson(name: string, input: string): Promise<JsonObject> {
  if (input === "-") return readJsonFile(name, input);
  if (input.startsWith("@")) return readJsonFile(name, input.slice(1));
  return parseObject(name, input);
}

/** Reads an object from a file, or from standard input with `-`. @throws UsageError */
export async function readJsonFile(name: string, path: string): Promise<JsonObject> {
  const text = path === "-" ? await readAll(process.stdin) : await readText(path);
  return parseObject(`${name}, read from ${path === "-" ? "standard input" : path},`, text);
}

export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function parseObject(name: string, text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch (error) {
    throw new UsageError(`${name} needs a JSON object: ${(error as Error).message}`);
  }
  throw new UsageError(`${name} needs a JSON object, such as {"name":"Ada"}`);
}
