import { expect, it } from "vitest";
import { linear } from "../../../testing/linear.ts";
import { mailboxText } from "./mailboxes.ts";
import { readMailbox } from "./read-mailbox.ts";

it.each([
  ["j@x.com", { address: "j@x.com" }],
  ["  j@x.com ", { address: "j@x.com" }],
  ["<j@x.com>", { address: "j@x.com" }],
  ["John Doe <j@x.com>", { address: "j@x.com", name: "John Doe" }],
  ['"Doe, John" <j@x.com>', { address: "j@x.com", name: "Doe, John" }],
  ['"John \\"JD\\" Doe" <j@x.com>', { address: "j@x.com", name: 'John "JD" Doe' }],
  ['"a\\\\b" <j@x.com>', { address: "j@x.com", name: "a\\b" }],
  ['"\\J\\D" <j@x.com>', { address: "j@x.com", name: "JD" }],
  ['"Sales <EU>" <j@x.com>', { address: "j@x.com", name: "Sales <EU>" }],
  ['"<a@b.com>" <j@x.com>', { address: "j@x.com", name: "<a@b.com>" }],
  ['"" <j@x.com>', { address: "j@x.com" }],
  ['John "JD" Doe <j@x.com>', { address: "j@x.com", name: 'John "JD" Doe' }],
  ["O\\'Brien <j@x.com>", { address: "j@x.com", name: "O\\'Brien" }],
  ["Größe <j@x.com>", { address: "j@x.com", name: "Größe" }],
])("a mailbox is read as it is meant: %s", (text, expected) => {
  expect(readMailbox(text)).toEqual(expected);
});

it.each(["a <b@c.com> <j@x.com>", "a > b <j@x.com>", "<>", "John <>", "a@b.com <", '"a <j@x.com> b'])(
  "what is no mailbox stays one text, which is no address: %s",
  (text) => {
    expect(readMailbox(text)).toEqual({ address: text });
  },
);

it("a name that was read is written as it was", () => {
  const text = '"Ada \\"L\\\\\\", Dr." <ada@example.com>';
  expect(mailboxText(readMailbox(text))).toBe(text);
});

it.each(["<", ">", "<a", "a>", '"', '\\"', " ", "<>"])(
  "is read in linear time: %j again and again",
  (unit) => {
    linear((size) => readMailbox(`"${unit.repeat(size)}`), 2_000);
  },
);
