import { IN_APP_PROVIDER_ID } from "@tidings/contract";
import { describe, expect, test } from "vitest";
import { seededInts } from "../../testing/seeded-random.ts";
import type { ExecutionDetail, RunDetail } from "./execution-detail.ts";
import { packDetails, unpackDetails } from "./packed-details.ts";

const NOW = new Date("2026-08-01T12:00:00.123Z");
const randomInt = seededInts();
const one = <T>(...choices: T[]): T => choices[randomInt(choices.length)] as T;

function anyDetail(): RunDetail {
  return {
    position: randomInt(3),
    code: one("step_queued", "message_created", "message_sent", "step_completed", "attempt_failed"),
    providerId: one(null, IN_APP_PROVIDER_ID, "sendgrid"),
    isRetry: one(false, false, true),
    raw: one(null, null, '{"a":1}'),
  };
}

const withoutId = ({ id: _, ...rest }: ExecutionDetail) => rest;

describe("packed details", () => {
  test("packed and unpacked with the rows, in order, they are what was given", () => {
    for (let round = 0; round < 2_000; round += 1) {
      const given = Array.from({ length: randomInt(50) }, anyDetail);
      const now = new Date(NOW.getTime() + one(0, -5_000, 90_000_000));
      const canPack = one<(position: number) => boolean>(
        () => true,
        () => false,
        (position: number) => position === 1,
      );
      const { byPosition, rows } = packDetails(given, now, canPack);
      const unpacked = [...byPosition].flatMap(([position, text]) => unpackDetails(text, position));
      for (const { createdAt } of unpacked) expect(createdAt).toEqual(now);
      for (const position of byPosition.keys()) expect(canPack(position)).toBe(true);
      const all = [...unpacked.map(({ createdAt: _, ...detail }) => detail), ...rows];
      all.sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(all.map(withoutId)).toEqual(given);
      expect(new Set(all.map(({ id }) => id)).size).toBe(given.length);
    }
  });

  test("a step in the inbox needs 33 characters; a later settlement is appended", () => {
    const details = (["step_queued", "message_created", "message_sent"] as const).map((code) => ({
      ...{ position: 0, code, isRetry: false, raw: null },
      providerId: code === "step_queued" ? null : IN_APP_PROVIDER_ID,
    }));
    const now = new Date();
    const text = packDetails(details, now, () => true).byPosition.get(0) as string;
    expect(text).toMatch(/^[0-9a-f]{24}-?[0-9a-z]*:0q1C2S;$/);
    const later = packDetails(details.slice(0, 1), now, () => true).byPosition.get(0) as string;
    expect(unpackDetails(text + later, 0).map(({ code }) => code)).toEqual([
      ...["step_queued", "message_created", "message_sent", "step_queued"],
    ]);
  });

  test("a job without packed details has none", () => {
    expect(unpackDetails(null, 0)).toEqual([]);
  });
});
