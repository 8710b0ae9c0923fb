import { expect, it } from "vitest";
import { createEngine } from "./engine.ts";
import { inspectTemplate } from "./inspect-template.ts";

const engine = createEngine("none");
const print = (text: string, scope: object = {}) => engine.parseAndRenderSync(text, scope);

/** What `strftime` of Ruby 3 writes. */
it.each([
  ["%F", "2026-03-05"],
  ["%T", "07:08:09"],
  ["%R", "07:08"],
  ["%D", "03/05/26"],
  ["%r", "07:08:09 AM"],
  ["%v", " 5-MAR-2026"],
  ["%G-W%V", "2026-W10"],
  ["%g", "26"],
  ["%Q", "1772694489250"],
  ["%h", "Mar"],
  ["%-V", "10"],
  ["%12F", "  2026-03-05"],
  ["%012F", "002026-03-05"],
  ["%_5V", "   10"],
  ["%%F %%%F 100 % %F", "%F %2026-03-05 100 % 2026-03-05"],
  ["%F|%H|%n|%T", "2026-03-05|07|\n|07:08:09"],
])("date: %s prints %s", (format, printed) => {
  expect(print(`{{ "2026-03-05T07:08:09.250Z" | date: "${format}" }}`)).toBe(printed);
});

it("date: %r of a time after noon, and %+", () => {
  expect(print('{{ "2026-03-05T19:08:09Z" | date: "%r" }}')).toBe("07:08:09 PM");
  expect(print('{{ "2026-03-05T19:08:09Z" | date: "%+" }}')).toMatch(/^Thu Mar {2}5 19:08:09 \S+ 2026$/);
});

it("date: %c, %x and %X do not depend on the language of the machine", () => {
  const names = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"] as const;
  const originals = names.map((name) => [name, Date.prototype[name]]);
  Object.assign(Date.prototype, Object.fromEntries(names.map((name) => [name, () => "of the machine"])));
  try {
    const text = '{{ "2026-03-05T19:08:09Z" | date: "%c|%x|%X|%Ec", "Europe/Berlin" }}';
    expect(print(text)).toBe("3/5/2026, 8:08:09 PM|3/5/2026|8:08:09 PM|3/5/2026, 8:08:09 PM");
  } finally {
    Object.assign(Date.prototype, Object.fromEntries(originals));
  }
});

/** Weeks of ISO 8601 at the turn of a year: `date +%G-W%V` of GNU coreutils. */
it.each([
  ["2024-12-30", "2025-W01"],
  ["2025-12-28", "2025-W52"],
  ["2025-12-29", "2026-W01"],
  ["2026-01-01", "2026-W01"],
  ["2026-12-31", "2026-W53"],
  ["2027-01-03", "2026-W53"],
  ["2027-01-04", "2027-W01"],
  ["2021-01-01", "2020-W53"],
  ["2023-01-01", "2022-W52"],
])("date: the week of %s is %s", (day, week) => {
  expect(print(`{{ "${day}" | date: "%G-W%V" }}`)).toBe(week);
});

it("date: the added directives are those of the zone that the filter names", () => {
  const text = '{{ "2026-01-04T23:30:00Z" | date: "%F %T %G-W%V", "Europe/Berlin" }}';
  expect(print(text)).toBe("2026-01-05 00:30:00 2026-W02");
});

it("date: what is no moment is not changed by an added directive", () => {
  expect(print('{{ "soon" | date: "%F" }}|{{ nothing | date: "%F" }}|{{ "2026-02-31" | date: "%T" }}')).toBe(
    "soon||2026-02-31",
  );
});

it("date: an added directive takes widths below 100 only", () => {
  expect(() => print('{{ "now" | date: "%9999999F" }}')).toThrow("date takes widths below 100 only");
});

it("inspection: finds unknown directives of date wherever a pattern stands, each once", () => {
  const text =
    '{{ payload.at | date: "%K %d" }}{% if a %}{% assign b = payload.at | date: "%-f %K" %}{% endif %}' +
    '{% for one in payload.all %}{% echo one.at | date: "%3J" %}{% endfor %}';
  expect(inspectTemplate(text)).toEqual({
    variables: ["payload.at", "a", "payload.all"],
    unknownDirectives: ["%K", "%-f", "%3J"],
  });
});

it("inspection: known directives, percent signs and patterns from data give no issue", () => {
  const text =
    '{{ "now" | date: "%aAb %^B %-d %Y %10N %:z %Ey %s %F %T %D %R %r %v %+ %G %g %V %Q %e %U 100% of %% 5%" }}' +
    "{{ payload.at | date: payload.pattern }}";
  expect(inspectTemplate(text)).toEqual({ variables: ["payload.at", "payload.pattern"] });
});
