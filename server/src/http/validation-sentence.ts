import { PATTERN_SENTENCES } from "@tidings/contract";
import { type Finding, relevantFindings } from "./relevant-findings.ts";

export type FieldSentence = { field: string; sentence: string };

/** Findings as sentences by field, in the wording that Novu's clients know. */
export function sentencesOf(findings: readonly Finding[]): FieldSentence[] {
  const sentences: FieldSentence[] = [];
  for (const finding of reported(relevantFindings(findings))) {
    const path = finding.instancePath.split("/").slice(1).map(unescapePointer);
    for (const name of missingOf(finding)) {
      const field = [...path, name].join(".");
      sentences.push({ field, sentence: `${field} is required` });
    }
    if (finding.keyword === "required") continue;
    const field = path.join(".") || "body";
    sentences.push({ field, sentence: `${field} ${predicate(finding)}` });
  }
  return sentences;
}

/** An empty text gets no pattern error beside "should not be empty"; an unknown member is reported at its object. */
function reported(findings: readonly Finding[]): Finding[] {
  const empty = findings.filter(({ keyword }) => keyword === "minLength").map((one) => one.instancePath);
  return findings.filter(
    ({ keyword, instancePath }) =>
      keyword !== "boolean" && (keyword !== "pattern" || !empty.includes(instancePath)),
  );
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

function missingOf({ keyword, params }: Finding): string[] {
  return keyword === "required" && "requiredProperties" in params
    ? (params.requiredProperties as string[])
    : [];
}

const TYPE_PREDICATES: Record<string, string> = {
  number: "must be a number conforming to the specified constraints",
  integer: "must be an integer number",
  string: "must be a string",
  boolean: "must be a boolean value",
  array: "must be an array",
  object: "must be an object",
};

function predicate({ keyword, params }: Finding): string {
  const { limit, type, allowedValues, pattern, additionalProperties } = params as {
    limit?: number;
    type?: string;
    allowedValues?: unknown[];
    pattern?: unknown;
    additionalProperties?: string[];
  };
  switch (keyword) {
    case "type":
      return TYPE_PREDICATES[String(type)] ?? `must be ${type}`;
    case "maximum":
      return `must not be greater than ${limit}`;
    case "minimum":
      return `must not be less than ${limit}`;
    case "maxLength":
      return `must be shorter than or equal to ${limit} characters`;
    case "minLength":
      return limit === 1 ? "should not be empty" : `must be longer than or equal to ${limit} characters`;
    case "maxItems":
      return `must contain no more than ${limit} elements`;
    case "maxProperties":
      return `must contain no more than ${limit} members`;
    case "minItems":
      return limit === 1 ? "should not be empty" : `must contain at least ${limit} elements`;
    case "enum":
      return `must be one of the following values: ${(allowedValues ?? []).join(", ")}`;
    case "pattern":
      return PATTERN_SENTENCES[String(pattern)] ?? "contains characters that are not allowed";
    case "additionalProperties":
      return `must not have the members ${(additionalProperties ?? []).join(", ")}`;
    case "anyOf":
      return "matches none of the allowed forms";
    case "uniqueItems":
      return "must not contain the same element twice";
    default:
      return `is not valid (${keyword})`;
  }
}
