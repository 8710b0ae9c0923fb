import { expect, test } from "vitest";
import { isBlockBody } from "./block-body.ts";

const DOCUMENT = '{"type":"doc","content":[{"type":"paragraph"}]}';

test.each([
  [{ editorType: "block", body: DOCUMENT }],
  [{ editorType: "block", body: ' {"content":[]}' }],
  [{ body: DOCUMENT }],
  [{ body: '{ "type": "doc", {% if payload.x %}"content": []{% endif %} }' }],
])("%j is a document of the block editor", (controls) => {
  expect(isBlockBody(controls)).toBe(true);
});

test.each([
  [{ editorType: "html", body: DOCUMENT }],
  [{ editorType: "block", body: "<p>{{ payload.text }}</p>" }],
  [{ editorType: "block", body: "{{ payload.text }}" }],
  [{ editorType: "block", body: "" }],
  [{ editorType: "block" }],
  [{ body: '{"a":1}' }],
  [{ editorType: "block", body: "{ or so }" }],
])("%j is not", (controls) => {
  expect(isBlockBody(controls)).toBe(false);
});
