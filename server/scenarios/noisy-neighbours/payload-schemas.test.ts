import { expect, test } from "vitest";
import type { Attacker } from "../../testing/noisy-attack.ts";
import { useNoisyService } from "../../testing/noisy-neighbour.ts";
import { notRefused } from "../../testing/noisy-requests.ts";
import { inApp } from "../../testing/steps.ts";
import type { TestEnvironment } from "../../testing/test-environment.ts";

const service = await useNoisyService();

const workflow = (workflowId: string, payloadSchema: object) => {
  const steps = [inApp("x")];
  return { name: workflowId, workflowId, __source: "test", steps, validatePayload: true, payloadSchema };
};
const create = (attacker: Attacker, workflowId: string, schema: object) =>
  attacker.call({ method: "POST", path: "/v2/workflows", body: workflow(workflowId, schema) });

const CIRCLE = {
  $id: "http://b/root",
  properties: {
    p: { $id: "http://b/root#/properties/q" },
    q: { $id: "http://b/root#/properties/p" },
    r: { $ref: "http://b/root#/properties/p" },
  },
};

test.each(["POST", "PUT", "PATCH"])(
  "given two ids that refer to each other, %s refuses the schema",
  async (method) => {
    const name = `circle-${method.toLowerCase()}`;
    if (method !== "POST") await service.attacker.given.workflow(name, [inApp("x")]);
    const path = method === "POST" ? "/v2/workflows" : `/v2/workflows/${name}`;
    const body =
      method === "PATCH" ? { payloadSchema: CIRCLE, validatePayload: true } : workflow(name, CIRCLE);
    const attack = async (attacker: Attacker) =>
      notRefused(`a circle in ${method}`, await attacker.call({ method, path, body }));
    expect(await service.brokenBy(attack)).toEqual([]);
  },
);

/** How the attacker's schema uses the ids of the neighbour's. */
const FOREIGN_IDS: [string, (id: string) => object][] = [
  [
    "redefines the neighbour's definition",
    (id) => ({ $id: id, properties: { free: { $id: `${id}#/definitions/m` } } }),
  ],
  [
    "points the neighbour's definition to nothing",
    (id) => ({ $id: "http://evil/a", properties: { p: { $id: `${id}#/definitions/m` } } }),
  ],
  [
    "makes the neighbour's definition circular",
    (id) => ({
      $id: "http://evil/b",
      properties: { p: { $id: `${id}#/definitions/m` }, q: { $id: `${id}#/definitions/n` } },
    }),
  ],
  [
    "has the id of the neighbour's schema",
    (id) => ({ $id: id, definitions: { m: {} }, properties: { y: { $ref: "#/definitions/m" } } }),
  ],
];

test.each(FOREIGN_IDS)(
  "given a schema that %s, the neighbour's own still applies",
  async (name, schemaOf) => {
    const id = `http://example.com/${name.replaceAll(/\W/g, "-")}`;
    const m = { type: "string", maxLength: 5 };
    const own = { $id: id, definitions: { m }, properties: { y: { $ref: "#/definitions/m" }, free: {} } };
    const attack = async (attacker: Attacker) => {
      const { status } = await create(attacker, "meddling", schemaOf(id));
      if (status === 201) await attacker.trigger("meddling", "p0", {});
      const made = await service.neighbour.post("/v2/workflows", workflow("orders", own));
      if (made.status !== 201) return [`the neighbour's workflow was answered ${made.status}`];
      return wrongVerdicts(service.neighbour, made.body.workflowId);
    };
    expect(await service.brokenBy(attack)).toEqual([]);
  },
);

async function wrongVerdicts(environment: TestEnvironment, name: string): Promise<string[]> {
  const broken: string[] = [];
  for (const [y, right] of [
    ["fine", 201],
    ["much too long", 400],
    [5, 400],
    [{ any: "thing" }, 400],
  ] as const) {
    const { status } = await environment.post("/v1/events/trigger", { name, to: "nora", payload: { y } });
    if (status !== right) broken.push(`y = ${JSON.stringify(y)} was answered ${status} instead of ${right}`);
  }
  return broken;
}

const exponential = Object.fromEntries(
  Array.from({ length: 33 }, (_, n) => {
    const $ref = `#/definitions/d${n + 1}`;
    return [`d${n}`, n === 32 ? {} : { allOf: [{ $ref }, { $ref }] }];
  }),
);
const numbered = (count: number, of: (n: number) => [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => of(n)));
const asText = (pattern: string) => ({ properties: { text: { type: "string", pattern } } });

const SLOW: [string, schema: object, payload: object][] = [
  ["a nested repetition", asText("^(a+)+$"), { text: `${"a".repeat(40)}!` }],
  ["a pattern for white space at the end", asText("\\s+$"), { text: `${" ".repeat(200_000)}!` }],
  [
    "unique items",
    { properties: { list: { uniqueItems: true } } },
    { list: Array.from({ length: 40_000 }, (_, n) => n) },
  ],
  ["references that double 32 times", { definitions: exponential, $ref: "#/definitions/d0" }, {}],
  [
    "2,000 patterns of names",
    { patternProperties: numbered(2_000, (n) => [`^x${n}.*[a-z]+y$`, { type: "string" }]) },
    numbered(20_000, (n) => [`k${n}`, 1]),
  ],
  [
    "2,000 properties",
    { properties: numbered(2_000, (n) => [`property${n}`, { type: "string", minLength: 1 }]) },
    {},
  ],
];

test.each(SLOW)(
  "given a schema with %s, a payload is accepted or refused in time",
  async (name, schema, payload) => {
    const attack = async (attacker: Attacker) => {
      const id = name.replaceAll(/\W+/g, "-");
      const { status } = await create(attacker, id, schema);
      if (status === 201) await Promise.all([1, 2].map(() => attacker.trigger(id, "p0", payload)));
      return [];
    };
    expect(await service.brokenBy(attack)).toEqual([]);
  },
);

test("after all attacks: the process and its PostgreSQL stop in time", async () => {
  expect(await service.brokenByStopping()).toEqual([]);
});
