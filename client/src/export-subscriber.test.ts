import type { ExportLine } from "@tidings/contract";
import { expect, test } from "vitest";
import type { Tidings } from "./index.ts";
import { useStubClient } from "./testing/stub-client.ts";
import { failure } from "./testing/stub-service.ts";

const { open, requests } = useStubClient();

const line = (cursor: string) => `${JSON.stringify({ type: "message", cursor, data: {} })}\n`;
const END = '{"type":"end","count":1}\n';

/** The cursors of the lines that arrived, the count of the last line, and the failure. */
async function read(client: Tidings) {
  const got: { cursors: string[]; count?: number; error?: unknown } = { cursors: [] };
  const take = (one: ExportLine) => {
    if (one.type === "end") got.count = one.count;
    else got.cursors.push(one.cursor);
  };
  try {
    for await (const one of client.subscribers.export("ada")) take(one);
  } catch (error) {
    got.error = error;
  }
  return got;
}

test("an export that is cut off in a line continues behind the last whole one", async () => {
  const parts = [`${line("a")}${line("b")}{"type":"mess`, line("c"), `${line("d")}${END}`];
  const client = await open((_, before) => ({ text: parts[before] ?? "" }));
  expect(await read(client)).toEqual({ cursors: ["a", "b", "c", "d"], count: 4 });
  expect(requests().map(({ path }) => path)).toEqual(
    ["", "?after=b", "?after=c"].map((query) => `/v1/subscribers/ada/export${query}`),
  );
});

test("an export that does not go on fails", async () => {
  const still = await open((_, before) => ({ text: before === 0 ? line("a") : "" }));
  expect(await read(still)).toMatchObject({ cursors: ["a"], error: { code: "CUT_OFF", status: 0 } });
});

test("an export whose subscriber was deleted meanwhile fails with the refusal", async () => {
  const gone = await open((_, before) => (before === 0 ? { text: line("a") } : failure(404, "not found")));
  expect(await read(gone)).toMatchObject({ cursors: ["a"], error: { status: 404, message: "not found" } });
});

test("a caller that stops reading ends the request", async () => {
  const client = await open(() => ({ text: `${line("a")}${line("b")}${END}` }));
  for await (const one of client.subscribers.export("ada")) {
    expect(one).toMatchObject({ cursor: "a" });
    break;
  }
  expect(requests()).toHaveLength(1);
});
