import { performance } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { inspectTemplate } from "./inspect-template.ts";

describe("inspectTemplate", () => {
  it("lists the variables of a template, each once", () => {
    const text =
      "Hi {{ payload.name | default: subscriber.firstName }} and {{ payload.name }} {{ payload.rows[0].id }}";
    expect(inspectTemplate(text).variables).toEqual([
      "payload.name",
      "subscriber.firstName",
      "payload.rows[0].id",
    ]);
  });

  it("omits variables defined by loops and assigns", () => {
    const text =
      "{% for e in steps.d.events limit: payload.n %}{{ e.name }}{{ forloop.index }}{% endfor %}" +
      "{% assign z = payload.q %}{{ z.k }}{{ e.late }}{{ payload[env.key] }}";
    expect(inspectTemplate(text).variables).toEqual([
      "steps.d.events",
      "payload.n",
      "payload.q",
      "e.late",
      "env.key",
      "payload[*]",
    ]);
  });

  it("finds nothing in plain text", () => {
    expect(inspectTemplate("50 % off {today}")).toEqual({ variables: [] });
  });

  it.each([
    ["an unknown filter", "{{ name | shout }}", "undefined filter: shout"],
    ["an open tag", "one\n{% if a %}", "tag {% if a %} not closed (line 2)"],
    ["an include", "{% include '.env' %}", 'the tag "include" is not available, a template stands alone'],
    ["an inherited filter", "{{ a | constructor }}", "undefined filter: constructor"],
    ["a long text", `${"x".repeat(99_999)}{{ a }}`, "is longer than 100,000 characters"],
    ["many marks", "{{a}}".repeat(2_001), "has more than 2,000 outputs and tags"],
  ])("returns the error of %s", (_, text, error) => {
    expect(inspectTemplate(text)).toEqual({ variables: [], error });
  });

  it("is quick with the largest template", () => {
    const text = Array.from(
      { length: 2_000 },
      (_, index) => `{{ a.b${index} }} and thirty more characters there`,
    )
      .join("")
      .slice(0, 100_000);
    const sinceMs = performance.now();
    expect(inspectTemplate(text.slice(0, text.lastIndexOf("{{"))).variables.length).toBeGreaterThan(1_900);
    process.stdout.write(`inspected 100 kB in ${Math.round(performance.now() - sinceMs)} ms\n`);
  });
});
