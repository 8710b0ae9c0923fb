import { Check } from "typebox/value";
import { describe, expect, test } from "vitest";
import { takesEnvelope } from "./envelope.ts";
import { KEYLESS_OPERATIONS } from "./keyless-operations.ts";
import { openApiDocument } from "./openapi.ts";
import { takesIdempotencyKey } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";

type Printed = {
  operationId: string;
  tags: string[];
  parameters: { $ref?: string; name?: string; in?: string; required?: boolean }[];
  requestBody?: object;
  responses: Record<string, { content?: object; headers?: object }>;
  security?: object[];
};

const document = openApiDocument({ brand: "novu", version: "1.2.3", serverUrl: "https://example.test" });
const paths = document.paths as Record<string, Record<string, Printed>>;
const printed = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function find(id: string) {
  const found = printed.find(({ operation }) => operation.operationId === id);
  if (found === undefined) throw new Error(`${id} is not in the document`);
  return found;
}

/** Follows `#/a/b` from the root of the document. */
function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split("/")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

function referencesIn(text: string): string[] {
  return [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? "");
}

/** The operations of clients, and those without an API key. */
const LISTED = [...OPERATIONS, ...KEYLESS_OPERATIONS];

describe("the OpenAPI document", () => {
  test("contains every operation once, under its method and path", () => {
    expect(printed).toHaveLength(LISTED.length);
    for (const operation of LISTED) {
      const found = find(operation.id);
      expect(found.method).toBe(operation.method.toLowerCase());
      expect(found.path).toBe(operation.path.replaceAll(/:(\w+)/g, "{$1}"));
      expect(found.operation.tags).toEqual([operation.chapter]);
    }
  });

  test("has a unique operationId for every operation", () => {
    expect(new Set(printed.map(({ operation }) => operation.operationId)).size).toBe(printed.length);
  });

  test("resolves every reference within itself", () => {
    const references = referencesIn(JSON.stringify(document));
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references) expect(resolve(reference), reference).toBeTypeOf("object");
  });

  test("declares exactly the parameters of each path", () => {
    for (const { path, operation } of printed) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(declared.map((parameter) => parameter.name).sort()).toEqual(named.sort());
      expect(declared.every((parameter) => parameter.required)).toBe(true);
    }
  });

  test("uses the installation's brand, or the neutral prefix", () => {
    expect(JSON.stringify(document)).not.toMatch(/\bsvc\b/);
    expect(JSON.stringify(document)).toContain('"novu-cloud-v1"');
    const neutral = JSON.stringify(openApiDocument({ brand: "svc", version: "1.2.3" }));
    expect(neutral).toContain('"svc-slack"');
    expect(neutral).not.toContain("novu");
  });

  test("has the contract's success statuses, with a body except for 204", () => {
    for (const operation of OPERATIONS) {
      const { responses } = find(operation.id).operation;
      for (const status of [operation.status, ...(operation.otherStatuses ?? [])]) {
        expect(responses[status]?.content === undefined).toBe(status === 204);
      }
    }
  });

  test("requires an API key for all operations except health, and a session's token for those of browsers", () => {
    for (const operation of OPERATIONS) {
      const { security, responses } = find(operation.id).operation;
      const { isOpen, principal } = operation;
      const ofBrowser = principal === "subscriber" ? [{ InboxToken: [] }] : [];
      expect(security).toEqual(isOpen || principal ? ofBrowser : undefined);
      expect("403" in responses).toBe(!(isOpen || principal) || (operation.failures ?? []).includes(403));
      expect("401" in responses).toBe(!operation.isOpen);
    }
  });

  test("lists 422 for every operation with input", () => {
    for (const operation of OPERATIONS) {
      const takesInput = Boolean(operation.params ?? operation.query ?? operation.body);
      expect("422" in find(operation.id).operation.responses).toBe(takesInput);
    }
  });

  test("declares the idempotency key on every operation", () => {
    for (const { operation } of printed) {
      expect(operation.parameters).toContainEqual({ $ref: "#/components/parameters/IdempotencyKey" });
    }
  });

  test("lists 409 and the replay header exactly for operations that use an idempotency key", () => {
    for (const operation of OPERATIONS) {
      const { responses } = find(operation.id).operation;
      const takesKey = takesIdempotencyKey(operation);
      const conflicts = takesKey || (operation.failures?.includes(409) ?? false);
      expect("409" in responses).toBe(conflicts);
      const { headers = {} } = responses[operation.status] ?? {};
      expect("idempotency-replay" in headers).toBe(takesKey);
    }
    expect(OPERATIONS.filter(({ takesNoKey }) => takesNoKey).map(({ id }) => id)).toEqual([
      "previewStep",
      "explainTrigger",
      "moveTestClock",
    ]);
  });

  test("defines records once and refers to them", () => {
    const schemas = Object.keys((document.components as { schemas: object }).schemas);
    for (const name of [
      "Subscriber",
      "Integration",
      "Message",
      "WorkflowStep",
      "Notification",
      "Job",
      "JobStep",
    ]) {
      expect(schemas).toContain(name);
    }
    expect(schemas).toContain("Error");
    expect(JSON.stringify(paths)).toContain('{"$ref":"#/components/schemas/Subscriber"}');
  });

  test("contains the server's address, the license and a description of each chapter", () => {
    const own = openApiDocument({ brand: "svc", version: "1.2.3" });
    expect([document.servers, own.servers]).toEqual([[{ url: "https://example.test" }], [{ url: "." }]]);
    expect(own.info).toMatchObject({ license: { identifier: "MIT" } });
    for (const tag of own.tags as object[]) expect(tag).toHaveProperty("description", expect.any(String));
  });

  test("lists a 4xx failure for every operation", () => {
    for (const { operation } of printed) {
      expect(
        Object.keys(operation.responses).some((code) => code.startsWith("4")),
        operation.operationId,
      ).toBe(true);
    }
  });

  test("no response has `data` as its only member, which would look like an envelope", () => {
    for (const { id, response } of OPERATIONS.filter(takesEnvelope)) {
      for (const data of [{}, [], "text", 1, true, null]) expect(Check(response, { data }), id).toBe(false);
    }
  });
});
