import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { beforeAll, expect, test } from "vitest";
import type { Answer } from "../testing/caller.ts";
import { inApp } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

/** Real answers are validated against the service's OpenAPI document: their schema, and no undeclared members. */

const service = await useTestService({ brand: "novu", envelope: "off" });
const environment = await service.newEnvironment();
let ajv: Ajv2020;
let document: any;
beforeAll(async () => {
  document = (await environment.get("/openapi.json")).body;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(document, "document");
  const redirect = { url: "/open", target: "_self" };
  const step = inApp("Hello {{payload.n}}", { primaryAction: { label: "Open", redirect } });
  const payloadSchema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
  await environment.given.workflow("checked", [step], { payloadSchema, validatePayload: true });
  await environment.finished(await environment.trigger("checked", "ada", { payload: { n: 1 } }));
  await environment.given.topic("readers");
});

const trigger = { name: "checked", to: "ada", payload: { n: "x" } };
const CASES: [method: "get" | "post", path: string, status: number, ask: () => Promise<Answer>][] = [
  ["post", "/v1/events/trigger", 400, () => environment.post("/v1/events/trigger", trigger)],
  [
    "post",
    "/v1/events/trigger/broadcast",
    400,
    () => environment.post("/v1/events/trigger/broadcast", trigger),
  ],
  ["post", "/v1/events/trigger/explain", 400, () => environment.post("/v1/events/trigger/explain", trigger)],
  ["post", "/v1/events/trigger", 422, () => environment.post("/v1/events/trigger", { ...trigger, to: "" })],
  [
    "post",
    "/v1/events/trigger/bulk",
    201,
    () => environment.post("/v1/events/trigger/bulk", { events: [trigger, { ...trigger, to: "" }, 5] }),
  ],
  ["get", "/v1/messages", 200, () => environment.get("/v1/messages")],
  ["get", "/v1/notifications", 200, () => environment.get("/v1/notifications")],
  ["get", "/v1/notifications", 422, () => environment.get("/v1/notifications?channels=pigeon")],
  [
    "post",
    "/v2/subscribers",
    409,
    () => environment.post("/v2/subscribers?failIfExists=true", { subscriberId: "ada" }),
  ],
  ["post", "/v2/topics", 409, () => environment.post("/v2/topics?failIfExists=true", { key: "readers" })],
  ["get", "/v2/workflows/{workflowId}", 404, () => environment.get("/v2/workflows/unknown")],
  [
    "get",
    "/v2/workflows/{workflowId}/steps/{stepId}",
    400,
    () => environment.get("/v2/workflows/checked/steps/unknown"),
  ],
  [
    "get",
    "/v2/workflows/{workflowId}/steps/{stepId}",
    200,
    () => environment.get("/v2/workflows/checked/steps/inbox"),
  ],
];

test.each(CASES)("%s %s: the %i response matches the OpenAPI document", async (method, path, status, ask) => {
  const answer = await ask();
  expect(answer.status).toBe(status);
  const place = ["paths", path, method, "responses", status, "content", "application/json", "schema"];
  const pointer = place.map((part) =>
    encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1")),
  );
  const check = ajv.compile({ $ref: `document#/${pointer.join("/")}` });
  check(answer.body);
  expect(check.errors).toBeNull();
  const schema = place.reduce<any>((value, part) => value[part], document);
  expect(undeclaredMembers(schema, answer.body)).toEqual([]);
});

/** Paths of members that the schema does not declare, where it declares any. */
function undeclaredMembers(given: any, value: any, path = ""): string[] {
  const schemas = formsOf(given);
  if (Array.isArray(value)) {
    const items = { anyOf: schemas.flatMap(({ items = [] }) => items) };
    return value.flatMap((item, at) => undeclaredMembers(items, item, `${path}/${at}`));
  }
  if (typeof value !== "object" || value === null) return [];
  const isOpen = schemas.every(({ properties }) => properties === undefined);
  return Object.entries(value).flatMap(([name, member]) => {
    const named = schemas.flatMap(
      ({ properties = {}, additionalProperties = [] }) => properties[name] ?? additionalProperties,
    );
    if (named.length === 0) return isOpen ? [] : [`${path}/${name}`];
    return undeclaredMembers({ anyOf: named }, member, `${path}/${name}`);
  });
}

/** All forms of a schema, with references and choices resolved. */
function formsOf(schema: any): any[] {
  if (typeof schema !== "object" || schema === null) return [];
  if (schema.$ref) return formsOf(document.components.schemas[schema.$ref.split("/").at(-1)]);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return choices.length > 0 ? choices.flatMap(formsOf) : [schema];
}
