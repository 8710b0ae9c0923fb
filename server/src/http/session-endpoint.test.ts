import { type AnyOperation, OPERATIONS } from "@tidings/contract";
import { expect, test } from "vitest";
import { inboxEndpoints } from "../inbox/api/endpoints.ts";
import { inboxPreferenceEndpoints } from "../preferences/api/inbox-preference-endpoints.ts";
import { inboxSubscriptionEndpoints } from "../topics/api/inbox-subscription-endpoints.ts";
import type { Api, Endpoint } from "./endpoint.ts";

/** The endpoints are only listed, not called. */
const API = { log: {}, clock: {} } as unknown as Api;
const endpoints = [
  ...inboxEndpoints(API),
  ...inboxPreferenceEndpoints,
  ...inboxSubscriptionEndpoints(API),
].filter(({ operation }) => operation.principal === "subscriber");

test("each operation of a session states what it stores", () => {
  const listed = OPERATIONS.filter(({ principal }) => principal === "subscriber").map(({ id }) => id);
  const stating = endpoints.filter(({ stores }) => stores !== undefined).map(({ operation }) => operation.id);
  expect(stating.toSorted()).toEqual(listed.toSorted());
});

/** What a request with this statement may look like; a function decides by the request itself. */
const FITS = {
  nothing: ({ method, path }: AnyOperation) => ["GET", "DELETE"].includes(method) || path.endsWith("/delete"),
  marks: ({ path }: AnyOperation) => path.includes("/notifications"),
  switches: ({ body }: AnyOperation) => Object.values(body?.properties ?? {}).every(isSwitch),
};
const isSwitch = (schema: unknown) => (schema as { type?: string }).type === "boolean";

test("an operation of a session whose request has texts or objects states which fields are values", () => {
  const unfit = endpoints.filter(({ operation, stores }: Endpoint) =>
    typeof stores === "string" ? !FITS[stores](operation) : false,
  );
  expect(unfit.map(({ operation }) => operation.id)).toEqual([]);
});
