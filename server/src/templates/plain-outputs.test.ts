import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEngine, type Escape } from "./engine.ts";
import { renderPlain } from "./plain-outputs.ts";
import { sanitizeHtml } from "./sanitize-html.ts";
import { createTemplates } from "./templates.ts";

const ENGINES = { none: createEngine("none"), html: createEngine("html"), marks: createEngine("marks") };

const value = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    "<b>",
    "&amp;",
    `"'`,
    "{{ payload.a }}",
    "{% if a %}",
    "\u0000",
    "",
    "a\r\nb",
    null,
    true,
    false,
  ),
  fc.constantFrom(0, -0, 1.5, 1e21, -7, 1e19, [1, [2]], { a: 1 }, []),
);
const name = fc.constantFrom("a", "b", "size", "first", "last", "true", "empty", "constructor", "A1", "a_b");
const scope = fc.record({
  payload: fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value))),
  a: value,
});
const path = fc
  .tuple(
    fc.constantFrom("payload", "payload", "a", "a", "missing", "nil", "_a"),
    fc.array(name, { maxLength: 3 }),
  )
  .map(([root, members]) => [root, ...members].join("."));
const space = fc.constantFrom("", "", " ", " ", "\n", "\t", "\u00a0", "-");
const output = fc.tuple(path, space, space).map(([text, before, after]) => `{{${before}${text}${after}}}`);
const words = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    "{",
    "}",
    "{ {",
    "}}",
    "%}",
    "&quot;&#39;",
    "<i>x</i>",
    "{{ a | upcase }}",
    "{% if a %}1{% endif %}",
  ),
);
const text = fc
  .array(fc.oneof(output, output, words), { minLength: 1, maxLength: 5 })
  .map((all) => all.join(""));

function byEngine(template: string, given: object, how: Way): string {
  const plainData = JSON.parse(JSON.stringify(given)) as object;
  const rendered = ENGINES[how.escape].parseAndRenderSync(template, plainData) as string;
  return how.isSanitized ? sanitizeHtml(rendered) : rendered;
}

type Way = { escape: Escape; isSanitized: boolean };
const way = fc.record({
  escape: fc.constantFrom<Escape>("none", "html", "marks"),
  isSanitized: fc.boolean(),
});

describe("outputs that only name a variable", () => {
  test("are rendered without a thread, exactly as by the engine", () => {
    let count = 0;
    const property = fc.property(text, scope, way, (template, given, how) => {
      const rendered = renderPlain({ path: "", text: template }, { scope: given, ...how });
      if (rendered === undefined) return;
      count += 1;
      expect(rendered).toBe(byEngine(template, given, how));
    });
    fc.assert(property, { numRuns: 20_000, seed: 1 });
    // The others need a thread.
    expect(count).toBeGreaterThan(1_000);
  });

  test("need no thread, and everything else does", async () => {
    const threadless = createTemplates({ threads: 0 });
    const scopes = { payload: { text: "Hi", long: "x".repeat(2_001), list: [1] } };
    const render = (value: string) => threadless.render([{ value, scope: scopes, escape: "html" }]);
    expect(await render("{{ payload.text }}, {{payload.text}}!")).toEqual([{ ok: true, value: "Hi, Hi!" }]);
    const others = [
      "{{ payload.text | upcase }}",
      "{% if a %}{% endif %}",
      "{{ payload.none }}",
      "{{ payload.list }}",
    ];
    for (const template of [...others, "{{ payload.long }}", `{{ payload.text }}${"x".repeat(2_000)}`]) {
      expect(renderPlain({ path: "", text: template }, { scope: scopes, escape: "none" })).toBeUndefined();
    }
    await threadless.close();
  });

  test("a batch whose texts are too large in all, or whose time is over, defers them too", async () => {
    const threadless = createTemplates({ threads: 0 });
    const tasks = [1, 2].map(() => ({
      value: "{{ a }}{{ a }}",
      scope: { a: "123456" },
      escape: "none" as const,
    }));
    const rendered = await threadless.render(tasks, { size: { leftChars: 10 } });
    expect(rendered).toEqual([{ ok: true, value: "123456123456" }, { isLeft: true }]);
    const late = await threadless.render(tasks, { deadlineMs: performance.now() - 1 });
    expect(late).toEqual([{ isLeft: true }, { isLeft: true }]);
    await threadless.close();
  });
});
