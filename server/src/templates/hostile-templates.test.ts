import { afterAll, describe, expect, it } from "vitest";
import { PATIENCE_MS } from "../../testing/patience.ts";
import { slowText } from "../../testing/slow-text.ts";
import { ownThreadTime } from "../sandbox/thread-time.ts";
import {
  areRendered,
  createTemplates,
  type Rendered,
  type RenderLimits,
  type RenderTask,
} from "./templates.ts";

const templates = createTemplates({ maxWaitMs: PATIENCE_MS });
afterAll(() => templates.close());

const GOOD: RenderTask = { value: "Hi {{ name }}", scope: { name: "Ann" }, escape: "html" };
const FINE: Rendered = { ok: true, value: "Hi Ann" };

/** The results of tasks of which none is left. */
async function renderAll(tasks: readonly RenderTask[], limits?: RenderLimits): Promise<Rendered[]> {
  const rendered = await templates.render(tasks, limits);
  if (!areRendered(rendered)) throw new Error("a task was left");
  return rendered;
}

/**
 * Processor time of this thread while a batch is rendered. An idle machine needs 10 ms; the rest is for garbage of other tests. What the
 * batch may cost without limits is seconds.
 */
const MAX_OWN_MS = 250;

/** Renders a batch with one bad task between good ones; the good ones must always be rendered, and not by this thread. */
async function renderBetween(text: string, payload: unknown = {}): Promise<Rendered | undefined> {
  const beginMs = ownThreadTime() ?? 0;
  const rendered = await renderAll([
    GOOD,
    { value: { body: text }, scope: { payload }, escape: "html" },
    GOOD,
  ]);
  expect((ownThreadTime() ?? 0) - beginMs).toBeLessThan(MAX_OWN_MS);
  expect([rendered[0], rendered[2]]).toEqual([FINE, FINE]);
  return rendered[1];
}

const TOO_MUCH = /^makes (too much text or too many items|more than 1,000,000 characters), in "body"$/;
const DOUBLE = "{% for i in (1..60) %}";
/** One filter call that would take minutes and never checks Liquid's time limit. */
const ENDLESS_FILTER = "{% assign a = (1..1400000) %}{{ a | sum: payload.path }}";
const ENDLESS = { path: "a.".repeat(3_000) };

describe("a template has no access to the system", () => {
  it.each([
    "{% include '.env' %}",
    "{% render '.env' %}",
    "{% layout '../package.json' %}",
    "{% block a %}{% endblock %}",
  ])("%s is rejected and shows no file", async (text) => {
    const reason = expect.stringMatching(
      /^the tag "\w+" is not available, a template stands alone, in "body"$/,
    );
    expect(await renderBetween(text)).toEqual({ ok: false, reason });
  });

  it.each([
    "where_exp",
    "reject_exp",
    "group_by_exp",
    "find_exp",
    "has_exp",
    "find_index_exp",
    "inspect",
    "constructor",
  ])("the filter %s does not exist", async (filter) => {
    const reason = `undefined filter: ${filter}, in "body"`;
    expect(await renderBetween(`{{ payload | ${filter}: "i", "i.a" }}`)).toEqual({ ok: false, reason });
  });

  it("it sees own properties only, and cannot pollute prototypes", async () => {
    const payload = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"name":"c"},"list":[{}]}');
    const text =
      "{{ payload.__proto__.polluted }}{{ payload.constructor.name }}|{{ constructor }}{{ payload.list[0].constructor }}" +
      "{{ payload.toString }}{{ __proto__ }}{{ payload.list | map: 'constructor' }}" +
      "{% assign __proto__ = payload.__proto__ %}{% increment constructor %}{{ nothing.polluted }}";
    expect(await renderBetween(text, payload)).toEqual({ ok: true, value: { body: "1c|[null]0" } });
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("control values and variables may be named like prototype members", async () => {
    const value = JSON.parse('{"__proto__":"{{ constructor }}","b":"{{ __proto__.x }}"}');
    const scope = JSON.parse('{"__proto__":{"x":2},"constructor":1}');
    const [rendered] = await templates.render([{ value, scope, escape: "none" }]);
    expect(JSON.stringify(rendered)).toBe('{"ok":true,"value":{"__proto__":"1","b":"2"}}');
  });
});

describe("a template that makes too much fails alone", () => {
  it.each([
    ["a huge range", "{% for a in (1..1000000000) %}x{% endfor %}"],
    [
      "doubling a text",
      `{% assign s = "xxxxxxxx" %}${DOUBLE}{% assign s = s | append: s %}{% endfor %}{{ s }}`,
    ],
    ["doubling by capture", `${DOUBLE}{% capture s %}{{ s }}{{ s }}x{% endcapture %}{% endfor %}{{ s }}`],
    [
      "lists of themselves",
      `{% assign a = "x" | split: "," %}${DOUBLE}{% assign a = a | push: a %}{% endfor %}{{ a }}`,
    ],
    [
      "one long text a million times",
      `{% assign a = payload.big | split: "§" %}${DOUBLE}{% assign a = a | concat: a %}{% endfor %}{{ payload[a] }}`,
    ],
    [
      "json of shared items",
      `{% assign a = payload.list %}${DOUBLE}{% assign a = a | concat: a %}{{ a | json }}{% endfor %}`,
    ],
    ["a long output", "{% for i in (1..1000) %}{{ payload.big }}{% endfor %}"],
    ["replacing by itself", '{{ payload.big | replace: "x", payload.big }}'],
  ])("%s", async (_, text) => {
    const payload = { big: "x".repeat(300_000), list: [{ ["k".repeat(50_000)]: 1 }] };
    expect(await renderBetween(text, payload)).toEqual({
      ok: false,
      reason: expect.stringMatching(TOO_MUCH),
    });
  });

  it.each(["%9999999d", "%-_0999999999N"])("the date format %s", async (format) => {
    const reason = 'date takes widths below 100 only, in "body"';
    expect(await renderBetween(`{{ "now" | date: "${format}" }}`)).toEqual({ ok: false, reason });
  });

  it("strip_html on a text full of opening tags ends in time", async () => {
    const payload = { html: "<script".repeat(60_000) + "<".repeat(100_000) };
    expect((await renderBetween("{{ payload.html | strip_html | size }}", payload))?.ok).toBe(true);
  });
});

describe("a template that uses up its processor time fails alone", () => {
  const TOO_SLOW = expect.stringMatching(/^used [5-9]\d\d ms of processor time; the limit is 500 ms$/);
  const reason = expect.stringMatching(
    /^used [5-9]\d\d ms of processor time; the limit is 500 ms, in "body"$/,
  );

  it("in many small steps", async () => {
    expect(await renderBetween(slowText())).toEqual({ ok: false, reason });
  });

  it("in loops without a body, by the first limit that it reaches", async () => {
    const text = "{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}";
    expect((await renderBetween(text))?.ok).toBe(false);
  });

  it("in one step that never checks the time", async () => {
    expect(await renderBetween(ENDLESS_FILTER, ENDLESS)).toEqual({ ok: false, reason });
  });

  it("and 499 others are rendered", async () => {
    const batch = Array.from({ length: 500 }, () => GOOD);
    batch[250] = { value: ENDLESS_FILTER, scope: { payload: ENDLESS }, escape: "none" };
    const rendered = await renderAll(batch);
    expect(rendered[250]).toEqual({ ok: false, reason: TOO_SLOW });
    expect(rendered.filter(({ ok }) => ok)).toHaveLength(499);
  });

  it("and after the third time its text is not rendered for 5 minutes in that environment", async () => {
    const bad: RenderTask = { value: ENDLESS_FILTER, scope: { payload: ENDLESS }, escape: "none" };
    const batch = [...Array.from({ length: 100 }, () => bad), GOOD];
    const rendered = await templates.render(batch, { environmentId: "a" });
    expect(rendered[2]).toEqual({ ok: false, reason: TOO_SLOW });
    const refused =
      "used more than 500 ms of processor time 3 times in the last minutes; it is not tried for 5 minutes";
    expect(rendered[3]).toEqual({ ok: false, reason: refused });
    expect(rendered[100]).toEqual(FINE);
    expect(await templates.render([bad], { environmentId: "a" })).toEqual([{ ok: false, reason: refused }]);
    const [other] = await templates.render([bad], { environmentId: "b" });
    expect(other).toEqual({ ok: false, reason: TOO_SLOW });
  });

  it("and does not delay another environment", async () => {
    const slow = Array.from({ length: 4 }, (_, number): RenderTask => {
      return { value: `${number}${ENDLESS_FILTER}`, scope: { payload: ENDLESS }, escape: "none" };
    });
    const ended: string[] = [];
    const attack = renderAll(slow, { environmentId: "attacker" }).finally(() => ended.push("attack"));
    for (let round = 0; round < 5; round += 1) {
      expect(await renderAll([GOOD], { environmentId: "neighbour" })).toEqual([FINE]);
      ended.push("neighbour");
    }
    expect((await attack).every(({ ok }) => !ok)).toBe(true);
    expect(ended).toEqual([...Array(5).fill("neighbour"), "attack"]);
  });

  it("and tasks for which a call has no time or size left are left, not failed", async () => {
    const left = { isLeft: true };
    expect(await templates.render([GOOD], { deadlineMs: performance.now() - 1 })).toEqual([left]);
    const long: RenderTask = { value: `{{ a }}${"x".repeat(1_000)}`, scope: {}, escape: "none" };
    const many = await templates.render(
      Array.from({ length: 600 }, () => long),
      { size: { leftChars: 50_000 } },
    );
    expect(many[0]).toMatchObject({ ok: true });
    expect(many.at(-1)).toEqual(left);
  });

  it("and a run's texts fail once they have used up their common time", async () => {
    const budget = { leftMs: 100 };
    const slow = (number: number): RenderTask => {
      return { value: `${number}${ENDLESS_FILTER}`, scope: { payload: ENDLESS }, escape: "none", budget };
    };
    await templates.render([slow(1)], { environmentId: "c" });
    expect(budget.leftMs).toBeLessThan(0);
    const [second] = await templates.render([slow(2)], { environmentId: "c" });
    expect(second).toMatchObject({
      ok: false,
      reason: expect.stringContaining("used up their processor time"),
    });
  });

  it("and batches that waited behind it are rendered", async () => {
    const bad: RenderTask = { value: ENDLESS_FILTER, scope: { payload: ENDLESS }, escape: "none" };
    const all = await Promise.all([[bad], [GOOD, GOOD], [GOOD]].map((batch) => renderAll(batch)));
    expect(all.map((batch) => batch.map(({ ok }) => ok))).toEqual([[false], [true, true], [true]]);
  });
});

describe("variables that need more memory than the thread has", () => {
  it("fail their task alone", async () => {
    // Which limit is reached first depends on the machine: garbage collection uses processor time too.
    const reason = expect.stringMatching(
      /^(needs more than 64 MB of memory|used \d+ ms of processor time; .*)$/,
    );
    const objects = Array.from({ length: 600_000 }, () => ({}));
    const scope = Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, [...objects]]));
    const rendered = await templates.render([GOOD, { value: "{{ a | size }}", scope, escape: "none" }, GOOD]);
    expect(rendered).toEqual([FINE, { ok: false, reason }, FINE]);
  });

  it("fail before they are sent when one of them is larger than 2 MB", async () => {
    const scope = { payload: { text: "x".repeat(2_000_000) } };
    const rendered = await templates.render([
      GOOD,
      { value: "{{ payload.text | size }}", scope, escape: "none" },
    ]);
    expect(rendered).toEqual([FINE, { ok: false, reason: 'the variable "payload" is larger than 2 MB' }]);
  });
});

describe("a search for a long text in a long text", () => {
  const payload = { text: "a".repeat(240_000), pattern: `${"a".repeat(8_000)}b${"a".repeat(8_000)}` };
  const filters = [
    "split",
    "replace",
    "replace_first",
    "replace_last",
    "remove",
    "remove_first",
    "remove_last",
  ];

  it.each(filters)("is rejected before it starts: %s", async (filter) => {
    const value = `{{ payload.text | ${filter}: payload.pattern, "x" | size }}`;
    const budget = { leftMs: 2_000 };
    const [rendered] = await templates.render([{ value, scope: { payload }, escape: "none", budget }]);
    expect(rendered).toMatchObject({
      ok: false,
      reason: expect.stringContaining("searches through too much"),
    });
    // The search itself takes more than a second of processor time.
    expect(2_000 - budget.leftMs).toBeLessThan(400);
  });

  it("is rejected for the operator contains, also summed over a loop", async () => {
    const once = "{% if payload.text contains payload.pattern %}yes{% endif %}";
    const loop =
      "{% for i in (1..1000) %}{% if payload.text contains 'aaaaaaaaaaaaaaaaaaaab' %}yes{% endif %}{% endfor %}";
    for (const value of [once, loop]) {
      const [rendered] = await templates.render([{ value, scope: { payload }, escape: "none" }]);
      expect(rendered).toMatchObject({
        ok: false,
        reason: expect.stringContaining("searches through too much"),
      });
    }
  });
});

it("a liquid tag inside a liquid tag is rejected", async () => {
  const [rendered] = await templates.render([
    { value: "{% liquid liquid echo 'a' %}", scope: {}, escape: "none" },
  ]);
  expect(rendered).toMatchObject({ ok: false, reason: expect.stringContaining('inside another "liquid"') });
});
