import { expect, test } from "vitest";
import type { Attacker } from "../../testing/noisy-attack.ts";
import { useNoisyService } from "../../testing/noisy-neighbour.ts";
import { step } from "../../testing/steps.ts";

const service = await useNoisyService();

const STEPS = 20;
const people = ["p0", "p1", "p2"].map((subscriberId) => ({
  subscriberId,
  email: `${subscriberId}@example.com`,
}));

/** Every step has two texts, and all texts differ. */
function mailSteps(textOf: (n: number) => string): object[] {
  return Array.from({ length: STEPS }, (_, n) =>
    step("email", `mail${n}`, { subject: textOf(2 * n), body: textOf(2 * n + 1) }),
  );
}

const counting = (to: number | string, n: number) =>
  `{% for a in (1..${to}) %}{{ "now" | date: "%Y${n}", "Europe/Berlin" }}{% endfor %}`;

test("given 40 texts over the time limit, the trigger ends and the neighbour does not wait", async () => {
  await service.attacker.given.workflow(
    "endless",
    mailSteps((n) => counting(1_000_000, n)),
  );
  const attack = async (attacker: Attacker) => {
    await attacker.trigger("endless", people, {});
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given 40 texts of 400 ms each, the trigger ends and the neighbour does not wait", async () => {
  const turns = await turnsIn(400);
  await service.attacker.given.workflow(
    "slow",
    mailSteps((n) => counting(turns, n)),
  );
  const attack = async (attacker: Attacker) => {
    await attacker.trigger("slow", people, {});
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

/** How many turns this machine makes in the time, measured where only the single text is limited. */
async function turnsIn(ms: number): Promise<number> {
  await service.attacker.given.workflow("measured", [
    step("email", "mail", { subject: "x", body: counting("payload.to", 0) }),
  ]);
  const to = 5_000;
  const since = performance.now();
  const trigger = { name: "measured", to: people[0], payload: { to } };
  await service.attacker.post("/v1/events/trigger/explain", trigger);
  return Math.round((to * ms) / (performance.now() - since));
}

const FILTERS = [
  "{{ payload.text | split: payload.pattern | size }}",
  "{{ payload.text | replace: payload.pattern, 'x' | size }}",
  "{{ payload.text | remove: payload.pattern | size }}",
  "{{ payload.text | replace_first: payload.pattern, 'x' | size }}",
  "{% if payload.text contains payload.pattern %}x{% endif %}",
];
/** The text does not contain the pattern; a search notices that late at each of 200,000 positions. */
const SEARCHED = {
  text: "a".repeat(200_000),
  pattern: `${"a".repeat(25_000)}b${"a".repeat(25_000)}`,
};

test("given texts that search for a long pattern, no thread stays behind", async () => {
  await service.attacker.given.workflow(
    "search",
    mailSteps((n) => `${n} ${FILTERS[n % FILTERS.length]}`),
  );
  const attack = async (attacker: Attacker) => {
    const trigger = { name: "search", to: people[0], payload: SEARCHED };
    await Promise.all([
      attacker.call({ method: "POST", path: "/v1/events/trigger/explain", body: trigger }),
      attacker.trigger("search", people, SEARCHED),
    ]);
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given 40 slow previews at once, each is answered in time and the neighbour does not wait", async () => {
  await service.attacker.given.workflow("previewed", [step("sms", "sms", { body: "x" })]);
  const attack = async (attacker: Attacker) => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        attacker.call({
          method: "POST",
          path: "/v2/workflows/previewed/step/sms/preview",
          body: { controlValues: { body: counting(1_000_000, 100 + n) } },
        }),
      ),
    );
    // The error is in the answer; or the preview did not begin in time, or the rate limit refused it.
    const wrong = answers.filter(({ status }) => ![201, 429, 503].includes(status));
    return wrong.map(({ status, text }) => `a preview was answered ${status} ${text.slice(0, 100)}`);
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("after all attacks: the process and its PostgreSQL stop in time", async () => {
  expect(await service.brokenByStopping()).toEqual([]);
});
