import { expect, test } from "vitest";
import { readResponse } from "./http-response.ts";

const read = (text: string) => {
  const response = readResponse(Buffer.from(text));
  return response && { status: response.status, body: response.body.toString() };
};

test("a response with a stated length is complete with its last byte", () => {
  const text = "HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhällo";
  expect(read("HTTP/1.1 201 Created\r\nContent-Le")).toBeUndefined();
  expect(read(text.slice(0, -2))).toBeUndefined();
  expect(read("HTTP/1.1 201 Created\r\nContent-Length: 6\r\n\r\nhällo")).toEqual({
    status: 201,
    body: "hällo",
  });
});

test("a response in chunks is complete with the last chunk", () => {
  const text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
  expect(read(text.slice(0, -4))).toBeUndefined();
  expect(read(text)).toEqual({ status: 200, body: "abcde" });
});

test("a response without content is complete with its head", () => {
  expect(read("HTTP/1.1 204 No Content\r\nx: y\r\n\r\n")).toEqual({ status: 204, body: "" });
});
