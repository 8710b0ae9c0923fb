import { once } from "node:events";
import fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { Lines, type MakeLine, sendLines } from "./lines.ts";

const app = fastify();
afterAll(() => app.close());

test("lines: the share of the request is charged for making each of them, and not for reading", async () => {
  const course: string[] = [];
  async function* lines(): AsyncGenerator<MakeLine, void> {
    for (const line of ["one", "two"]) {
      course.push(`read ${line}`);
      await new Promise((resolve) => setImmediate(resolve));
      yield () => {
        course.push(`made ${line}`);
        return `${line}\n`;
      };
    }
  }
  app.get("/", (_request, reply) =>
    sendLines(reply, new Lines(lines(), () => course.push("left")), () => course.push("charged")),
  );
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const response = await fetch(url);
  expect(await response.text()).toBe("one\ntwo\n");
  const [one, two] = ["one", "two"].map((line) => [`read ${line}`, `made ${line}`, "charged"]);
  expect(course.slice(0, 6)).toEqual([...(one ?? []), ...(two ?? [])]);
});

test("lines: a client that has gone before the first line gives its place back", async () => {
  const gone = fastify();
  const left = new Promise<void>((resolve) => {
    gone.get("/", async (request, reply) => {
      request.raw.socket.destroy();
      await once(reply.raw, "close");
      return sendLines(reply, new Lines(noLines(), resolve), () => {});
    });
  });
  const url = await gone.listen({ host: "127.0.0.1", port: 0 });
  await expect(fetch(url)).rejects.toThrow();
  await left;
  await gone.close();
});

async function* noLines(): AsyncGenerator<MakeLine, void> {}
