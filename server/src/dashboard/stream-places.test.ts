import { expect, test } from "vitest";
import { createStreamPlaces } from "./stream-places.ts";

const ANY = { sessionId: "s", address: "192.0.2.1", environmentId: "e" };

test.each([
  ["of this session", 20, (n: number) => ({ address: `192.0.2.${n}`, environmentId: `e${n}` })],
  ["from this address", 200, (n: number) => ({ sessionId: `s${n}`, environmentId: `e${n}` })],
  ["of this environment", 200, (n: number) => ({ sessionId: `s${n}`, address: `192.0.2.${n}` })],
])("streams %s: %i, and a closed one gives its place back", (whose, max, other) => {
  const places = createStreamPlaces();
  const leave = Array.from({ length: max }, (_, n) => places.take({ ...ANY, ...other(n) }));
  const next = { ...ANY, ...other(max) };
  expect(() => places.take(next)).toThrow(`There are too many live streams ${whose}`);
  expect(() => places.take({ sessionId: "o", address: "198.51.100.1", environmentId: "o" })).not.toThrow();
  leave[0]?.();
  places.take(next);
  expect(() => places.take(next)).toThrow(whose);
});
