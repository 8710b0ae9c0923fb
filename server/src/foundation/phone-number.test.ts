import { expect, test } from "vitest";
import { dialable } from "./phone-number.ts";

test.each([
  "+14155550100",
  "+1 (415) 555-0100",
  " +1415 555 0100",
  "+1.415.555.0100",
  "+1-415-555-0100",
  "+1/415/555 0100",
  "+1\u00a0415\u2009555\u20110100",
  "\u202a+1 415 555 0100\u202c",
  "tel:+1-415-555-0100",
  "TEL:+1-415-555-0100;ext=22",
  "(+1) 415 555 0100",
  "＋１４１５５５５０１００",
])("dialable: %j is +14155550100", (written) => {
  expect(dialable(written)).toBe("+14155550100");
});

test.each([
  ["0171 / 123 45-67", "01711234567"],
  ["+44 (0)20 7946 0958", "+442079460958"],
  ["whatsapp:+1 (415) 555-0100", "whatsapp:+14155550100"],
  ["22555", "22555"],
])("dialable: %j is %j", (written, number) => {
  expect(dialable(written)).toBe(number);
});

test.each([
  "Acme",
  "Acme 24-7",
  "MG0123456789abcdef",
  "",
  " ",
  "+",
  "tel:",
  "+1415CALLUS",
  "tel:7042;phone-context=example.com",
  "ada@example.com",
])("dialable: %j is no number and is not changed", (text) => {
  expect(dialable(text)).toBe(text);
});
