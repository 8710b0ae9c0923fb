import { type AnyOperation, ErrorResponse, inEnvelope, isEnveloped, schemaInBrand } from "@tidings/contract";
import { Compile } from "typebox/compile";
import type { RawAnswer } from "./raw-http.ts";

const errorShape = Compile(ErrorResponse);
const answerShapes = new Map<string, { Check(value: unknown): boolean }>();

/** What is wrong with an answer to any request; undefined when it is valid. */
export function problemOf(answer: RawAnswer, operation?: AnyOperation): string | undefined {
  if (answer.failure) return `no answer: ${answer.failure}`;
  if (answer.status >= 500) return `status ${answer.status}: ${answer.text}`;
  if (answer.status >= 400) return complaintOfRefusal(answer);
  return operation ? complaintOfSuccess(answer, operation) : undefined;
}

function complaintOfRefusal({ status, contentType, text }: RawAnswer): string | undefined {
  const body = jsonOf(text);
  if (!contentType.startsWith("application/json") || body === undefined)
    return `no JSON at ${status}: ${text}`;
  if (!errorShape.Check(body)) return `not the error shape: ${text}`;
  if (body.statusCode !== status) return `statusCode ${body.statusCode} in a ${status}`;
  if (new Date(body.timestamp).toISOString() !== body.timestamp) return `timestamp ${body.timestamp}`;
  if (status === 422 && !body.errors) return `a 422 without errors: ${text}`;
  return undefined;
}

function complaintOfSuccess({ status, text }: RawAnswer, operation: AnyOperation): string | undefined {
  const successes: readonly number[] = [operation.status, ...(operation.otherStatuses ?? [])];
  if (!successes.includes(status)) return `status ${status} instead of ${operation.status}`;
  if (status === 204) return text === "" ? undefined : "a 204 with a body";
  if (operation.isStreamed) return complaintOfLines(text, operation);
  const body = jsonOf(text);
  return answerShape(operation).Check(body) ? undefined : `not the declared answer: ${text.slice(0, 1_000)}`;
}

/** Each line has the declared shape, and the last one says that it is the end. */
function complaintOfLines(text: string, operation: AnyOperation): string | undefined {
  const lines = text.split("\n").slice(0, -1).map(jsonOf);
  const wrong = lines.findIndex((line) => !answerShape(operation).Check(line));
  if (wrong >= 0) return `not the declared line: ${JSON.stringify(lines[wrong])?.slice(0, 1_000)}`;
  return lines.at(-1)?.type === "end" ? undefined : `cut off: ${text.slice(-1_000)}`;
}

function answerShape(operation: AnyOperation): { Check(value: unknown): boolean } {
  let shape = answerShapes.get(operation.id);
  if (!shape) {
    const { response } = operation;
    shape = Compile(schemaInBrand(isEnveloped(operation, false) ? inEnvelope(response) : response, "svc"));
    answerShapes.set(operation.id, shape);
  }
  return shape;
}

function jsonOf(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
