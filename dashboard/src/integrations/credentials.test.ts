import type { CredentialField, Credentials } from "@tidings/contract";
import { expect, test } from "vitest";
import { copyable, credentialsOf, draftOf, isLong, problemsOf } from "./credentials.ts";

const field = (name: string, changes: Partial<CredentialField> = {}): CredentialField => ({
  name,
  label: name.toUpperCase(),
  kind: "text",
  isSecret: false,
  isRequired: false,
  help: "",
  ...changes,
});

const FIELDS = [
  field("apiKey", { isSecret: true }),
  field("from", { kind: "email" }),
  field("secure", { kind: "boolean" }),
  field("tlsOptions", { kind: "object" }),
];
const STORED: Credentials = {
  apiKey: "••••••••",
  from: "news@example.com",
  secure: false,
  tlsOptions: { ca: "••••••••" },
  hmac: true,
};

test("saving what was loaded changes nothing: masks and fields that the form does not show are sent back", () => {
  expect(credentialsOf(FIELDS, { draft: draftOf(FIELDS, STORED), stored: STORED })).toEqual(STORED);
});

test("an emptied field is left out, a typed secret replaces its mask", () => {
  const draft = { ...draftOf(FIELDS, STORED), apiKey: " SG.new ", from: "" };
  const { from, ...rest } = STORED;
  expect(credentialsOf(FIELDS, { draft, stored: STORED })).toEqual({ ...rest, apiKey: "SG.new" });
  expect(from).toBe("news@example.com");
});

test("an object must be JSON", () => {
  const draft = { ...draftOf(FIELDS, STORED), tlsOptions: "{ca" };
  expect(problemsOf(FIELDS, draft, "not JSON")).toEqual({ tlsOptions: "not JSON" });
  expect(problemsOf(FIELDS, { ...draft, tlsOptions: "" }, "not JSON")).toEqual({});
});

test("a copied call contains no secret", () => {
  const typed: Credentials = { ...STORED, apiKey: "SG.secret", tlsOptions: { key: "SG.secret" } };
  const copied = copyable(FIELDS, typed);
  expect(JSON.stringify(copied)).not.toContain("SG.secret");
  expect(copied).toMatchObject({
    apiKey: "<APIKEY>",
    from: "news@example.com",
    secure: false,
    hmac: "<hmac>",
  });
});

test("contents of files take several lines", () => {
  expect(isLong(field("secretKey", { help: "The content of the .p8 file; Keys in the account." }))).toBe(
    true,
  );
  expect(
    isLong(field("apiKey", { help: "Settings, API Keys in SendGrid, with the permission Mail Send." })),
  ).toBe(false);
});
