import { walkPath } from "../foundation/json-path.ts";
import { leavesOf } from "./leaves.ts";
import type { Received } from "./received.ts";
import type { AnyVendorCase } from "./vendor-case.ts";

/** The recipient and the text of a request, found where the documented request has those of its message. */
export function describeMessage(received: Received, vendorCase: AnyVendorCase): Described {
  const { to, text } = partsOf(vendorCase);
  const example = parametersOf(vendorCase.request);
  const actual = parametersOf(received);
  const recipient = textAt(actual, pathOf(example, to)) ?? lastSegment(received.path);
  return {
    to: oneLine(recipient),
    text: oneLine(textAt(actual, pathOf(example, text)) ?? ""),
    address: /<([^<>]*)>$/.exec(recipient)?.[1] ?? recipient,
  };
}

/** `to` and `text` are shown, each as one line of limited length. `address` is the recipient's, complete and without a name. */
export type Described = { to: string; text: string; address: string };

/** The query and the body. */
function parametersOf({ path, body }: { path: string; body: unknown }): object {
  return { query: Object.fromEntries(new URL(path, "http://vendor.test").searchParams), body };
}

function partsOf({ message }: AnyVendorCase): { to: string; text: string } {
  if ("tokens" in message) return { to: message.tokens[0] ?? "", text: message.body };
  if ("subject" in message) return { to: message.to[0]?.address ?? "", text: message.subject };
  if ("to" in message) return { to: message.to, text: message.body };
  return { to: message.channel ?? "", text: message.body };
}

/** Where the text is: the whole value, or a part of it. Vendors write phone numbers with or without the plus sign. */
function pathOf(example: unknown, text: string): string[] | undefined {
  const leaves = leavesOf(example);
  const bare = text.replace(/^\+/, "");
  const isIn = (value: string | number) => bare !== "" && String(value).includes(bare);
  return (leaves.find(({ value }) => value === text) ?? leaves.find(({ value }) => isIn(value)))?.path;
}

function textAt(body: unknown, path: string[] | undefined): string | undefined {
  const value = path && walkPath(body, path);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

function lastSegment(path: string): string {
  return new URL(path, "http://vendor.test").pathname.split("/").filter(Boolean).at(-1) ?? "";
}

const MAX_SHOWN = 60;

/** Without control characters, which could change the terminal. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
}
