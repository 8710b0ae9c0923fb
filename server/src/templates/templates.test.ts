import { afterAll, describe, expect, it } from "vitest";
import { PATIENCE_MS } from "../../testing/patience.ts";
import {
  areRendered,
  createTemplates,
  type Escape,
  type Json,
  type Rendered,
  type RenderTask,
} from "./templates.ts";

const templates = createTemplates({ maxWaitMs: PATIENCE_MS });
afterAll(() => templates.close());

/** The results of tasks that are all rendered. */
async function renderAll(tasks: readonly RenderTask[], from = templates): Promise<Rendered[]> {
  const rendered = await from.render(tasks);
  if (!areRendered(rendered)) throw new Error("not all tasks were rendered");
  return rendered;
}

async function render(
  value: Json,
  scope: Record<string, unknown> = {},
  escaping: Escape = "none",
): Promise<Rendered> {
  const [rendered] = await renderAll([{ value, scope, escape: escaping }]);
  if (rendered === undefined) throw new Error("no outcome");
  return rendered;
}

describe("rendering", () => {
  it("returns values without templates unchanged, without a thread", async () => {
    const threadless = createTemplates({ threads: 0 });
    const value = { subject: "50 % off {today}", tags: ["a", 1, null], isUrgent: true };
    const [rendered] = await renderAll([{ value, scope: {}, escape: "html" }], threadless);
    expect(rendered).toEqual({ ok: true, value });
    expect(rendered?.ok && rendered.value).toBe(value);
    await threadless.close();
  });

  it("fills in variables; unknown ones are empty", async () => {
    const scope = { payload: { name: "Ann" } };
    expect(await render("Hi {{ payload.name }}{{ payload.nick.short }}!", scope)).toEqual({
      ok: true,
      value: "Hi Ann!",
    });
  });

  it("renders every string of a value and keeps the rest", async () => {
    const value = {
      body: { rows: ["{{ a }}", "plain", 3, { deep: "{% if a %}yes{% endif %}" }] },
      isShown: false,
    };
    const expected = { body: { rows: ["1", "plain", 3, { deep: "yes" }] }, isShown: false };
    expect(await render(value, { a: 1 })).toEqual({ ok: true, value: expected });
  });

  it("does not change a day that does not exist, like every text that is not a date", async () => {
    const text =
      '{{ "2026-02-31" | date: "%d %B" }} {{ "soon" | date: "%d %B" }} {{ "2026-02-28" | date: "%d %B" }}';
    expect(await render(text, {})).toEqual({ ok: true, value: "2026-02-31 soon 28 February" });
  });

  it("has the filters for digests, json, and dates in UTC or another zone", async () => {
    const events = ["Ann", "Bob", "Cem"].map((name) => ({ payload: { name } }));
    const text =
      '{{ steps.d.events | toSentence: "payload.name" }}; {{ steps.d.events | digest: 1, "payload.name" }}; ' +
      '{{ steps.d.eventCount | pluralize: "reply" }}; {{ steps.d.events[0] | json }}; ' +
      '{{ "2026-07-01T10:00:00Z" | date: "%H:%M" }} {{ "2026-07-01T10:00:00Z" | date: "%H:%M", "Europe/Berlin" }}';
    expect(await render(text, { steps: { d: { events, eventCount: 3 } } })).toEqual({
      ok: true,
      value: 'Ann, Bob, and 1 other; Ann and 2 others; 3 replies; {"payload":{"name":"Ann"}}; 10:00 12:00',
    });
  });

  it("escapes every output for HTML, except with raw", async () => {
    const scope = { x: `<b a="1">&'</b>` };
    const escaped = "&lt;b a=&quot;1&quot;&gt;&amp;&#39;&lt;/b&gt;";
    const text = "<i>{{ x }}|{{ x | append: x | size }}|{% echo x %}|{% cycle x %}|{{ x | raw }}</i>";
    expect(await render(text, scope, "html")).toEqual({
      ok: true,
      value: `<i>${escaped}|30|${escaped}|${escaped}|${scope.x}</i>`,
    });
    expect(await render("{{ x }}", scope, "none")).toEqual({ ok: true, value: scope.x });
  });

  it("isolates tasks that share an object", async () => {
    const scope = { n: 5, payload: { a: 1 } };
    const task = {
      value: "{% increment n %}{% increment n %}{{ payload.a }}",
      scope,
      escape: "none",
    } as const;
    const rendered = await templates.render([task, task]);
    expect(rendered).toEqual([
      { ok: true, value: "561" },
      { ok: true, value: "561" },
    ]);
  });

  it.each<[string, Json, string]>([
    ["an unknown filter", { subject: "{{ a | shout }}" }, 'undefined filter: shout, in "subject"'],
    [
      "an empty tag",
      { rows: ["", { t: "x\n{% if %}" }] },
      'invalid value expression: "" (line 2), in "rows[1].t"',
    ],
    ["an open output", "{{ a", 'output "{{ a" not closed'],
    ["a long text", `${" ".repeat(100_000)}{{ a }}`, "is longer than 100,000 characters"],
  ])("has a reason of one sentence: %s", async (_, value, reason) => {
    expect(await render(value)).toEqual({ ok: false, reason });
  });

  it("fails only the task whose variables are not plain data", async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const value = "{{ payload.self }}.";
    const rendered = await templates.render([
      { value, scope: { payload: circle }, escape: "none" },
      { value, scope: { payload: { self: 1, call: () => 1 }, log: () => {} }, escape: "none" },
    ]);
    expect(rendered).toEqual([
      { ok: false, reason: 'the variable "payload" is not plain data' },
      { ok: true, value: "1." },
    ]);
  });

  it("renders a thousand tasks in one batch, in order", async () => {
    const payload = { order: "o-1" };
    const tasks = Array.from({ length: 1_000 }, (_, index) => ({
      value: { body: "Hello {{ subscriber.name }}, order {{ payload.order }} is on its way. ".repeat(4) },
      scope: { payload, subscriber: { name: `n${index}` } },
      escape: "html" as const,
    }));
    const rendered = await renderAll(tasks);
    expect(rendered.filter(({ ok }) => ok)).toHaveLength(1_000);
    expect(JSON.stringify(rendered[777])).toContain("Hello n777,");
  });

  it("close: finishes running tasks; later calls reject", async () => {
    const own = createTemplates({ maxWaitMs: PATIENCE_MS });
    const task = { value: "{{ a }}", scope: { a: 1 }, escape: "none" } as const;
    const begun = own.render([task]);
    await own.close();
    expect(await begun).toEqual([{ ok: true, value: "1" }]);
    await expect(own.render([task])).rejects.toThrow("the templates are closed");
  });
});
