import { expect, test } from "vitest";
import { EventStreamParser } from "./event-stream.ts";

const TEXT =
  ': connected\n\nevent: ready\ndata: {"unreadCount":2}\n\n: heartbeat\n\nevent: unread_count_changed\r\ndata: {"unreadCount":\r\ndata: 3}\r\n\r\n';
const EVENTS = [
  { event: "ready", data: { unreadCount: 2 } },
  { event: "unread_count_changed", data: { unreadCount: 3 } },
];

test("event stream: reads events with one and with several lines of data, and leaves out comments", () => {
  expect(new EventStreamParser().push(TEXT)).toEqual(EVENTS);
});

test("event stream: reads the same events wherever the text is cut", () => {
  for (let cut = 1; cut < TEXT.length; cut += 1) {
    const parser = new EventStreamParser();
    expect([...parser.push(TEXT.slice(0, cut)), ...parser.push(TEXT.slice(cut))]).toEqual(EVENTS);
  }
});

test("event stream: given data that is no JSON or an event without data, leaves the event out", () => {
  const parser = new EventStreamParser();
  expect(parser.push("event: a\ndata: {\n\nevent: b\n\nid: 7\nretry: 10\ndata: 1\n\n")).toEqual([
    { event: "message", data: 1 },
  ]);
});

test("event stream: keeps an event that is not complete", () => {
  const parser = new EventStreamParser();
  expect(parser.push("event: a\ndata: 1\n")).toEqual([]);
  expect(parser.push("\n")).toEqual([{ event: "a", data: 1 }]);
});
