import { expect, test } from "vitest";
import { digest, inApp, lasting } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, textsOf } from "../testing/virtual-time.ts";

const service = await useTestService();

const hourly = digest(lasting(1, "hours"));
const NAMES = ["Ann", "Bob", "Cem", "Dan"];

/** The message that this template gives after a digest of one event for each name. */
async function rendered(text: string, names: readonly string[]): Promise<string> {
  const environment = await frozenAt(service, "2026-02-28T22:00:00.000Z");
  await environment.given.workflow("news", [hourly, inApp(text)]);
  for (const name of names) await environment.given.trigger("news", { who: { name } });
  await advance(environment, 1, "hours");
  const words = await textsOf(environment);
  expect(words).toHaveLength(1);
  return words[0] as string;
}

test("`toSentence` filter: joins one, two or many names of a digest", async () => {
  const text = '{{ steps.collect.events | toSentence: "payload.who.name", 2, "person" }}';
  expect(await rendered(text, NAMES.slice(0, 1))).toBe("Ann");
  expect(await rendered(text, NAMES.slice(0, 2))).toBe("Ann and Bob");
  expect(await rendered(text, NAMES.slice(0, 3))).toBe("Ann, Bob, and 1 person");
  expect(await rendered(text, NAMES)).toBe("Ann, Bob, and 2 people");
});

test("`digest` filter: names the first ones and the number of others", async () => {
  const text =
    '{{ steps.collect.events | digest: 2, "payload.who.name" }} / {{ step.events | digest: 1, "who.name", "; " }}';
  expect(await rendered(text, NAMES)).toBe("Ann, Bob and 2 others / Ann and 3 others");
});

test("`pluralize` filter: picks the word for a number or a list", async () => {
  const text =
    '{{ steps.collect.eventCount | pluralize: "reply" }}, {{ step.events | pluralize: "Gast", "Gäste" }}, {{ step.total_count | pluralize: "reply", "", "false" }}';
  expect(await rendered(text, NAMES)).toBe("4 replies, 4 Gäste, replies");
  expect(await rendered(text, NAMES.slice(0, 1))).toBe("1 reply, 1 Gast, reply");
});

test("older variables: `step` holds the digest's events and their number", async () => {
  const text =
    "{% if step.digest %}{{ step.total_count }}: {% for event in step.events %}{{ event.who.name }} {% endfor %}{% endif %}";
  expect(await rendered(text, NAMES)).toBe("4: Ann Bob Cem Dan ");
});

test("older variables: without a digest before, `step.digest` is false and the count 0", async () => {
  const environment = await frozenAt(service, "2026-02-28T22:00:00.000Z");
  const template = "{{ step.digest }} {{ step.total_count }} {{ step.events | size }}";
  await environment.given.workflow("plain", [
    inApp(template),
    hourly,
    { ...inApp(template), stepId: "after" },
  ]);
  await environment.given.trigger("plain");
  expect(await textsOf(environment)).toEqual(["false 0 0"]);
  await advance(environment, 1, "hours");
  expect(await textsOf(environment)).toEqual(["false 0 0", "true 1 1"]);
});

test("digest: attachments of its events appear in no answer of the API", async () => {
  const environment = await frozenAt(service, "2026-02-28T22:00:00.000Z");
  await environment.given.workflow("files", [hourly, inApp("{{ step.events[1].n }}")]);
  const attachments = [{ name: "a.txt", mime: "text/plain", file: "c2VjcmV0IGZpbGU=" }];
  await environment.given.trigger("files", { n: 1, attachments });
  await environment.given.trigger("files", { n: 2, attachments });
  await advance(environment, 1, "hours");
  expect(await textsOf(environment)).toEqual(["2"]);
  for (const path of ["/v1/notifications", "/v1/messages"]) {
    const { body } = await environment.get(path);
    expect(body.data.length).toBeGreaterThan(0);
    expect(JSON.stringify(body).includes("c2VjcmV0")).toBe(false);
  }
});
