import { expect, test } from "vitest";
import { waitMsIn } from "./wait-in-words.ts";

const NOW = new Date("2025-08-25T07:00:01Z");

test.each([
  ["limit exceeded, try again after Mon, 25 Aug 2025 07:00:31 UTC", 30_000],
  ["try again after Mon, 25 Aug 2025 09:00:31 +0200", 30_000],
  ["Please retry after 2025-08-25T07:01:01.000Z", 60_000],
  ["try again after Mon, 25 Aug 2025 06:00:31 UTC", 0],
  ["try again in 58m", 3_480_000],
  ["try again in 1h2m3s", 3_723_000],
  ["Too many messages. Try again in 92 seconds.", 92_000],
  ["Please wait 2 minutes", 120_000],
  ["retry after 1 hour 30 minutes", 5_400_000],
  ["try again in 400 hours", 86_400_000],
  ["try again after Mon, 25 Aug 2025 07:00:31", undefined],
  ["please wait [ 250 ] and retry", undefined],
  ["try again later", undefined],
  ["try again in 500ms", undefined],
  ["the message has 58m", undefined],
  ["", undefined],
])("%s: %s ms", (words, ms) => {
  expect(waitMsIn(words, NOW)).toBe(ms);
});
