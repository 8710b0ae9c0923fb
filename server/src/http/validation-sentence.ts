/** A finding of the schema check, as far as its words need it. */
export type Finding = {
  keyword: string;
  instancePath: string;
  params: object;
};

export type FieldSentence = { field: string; sentence: string };

const DATABASE_ID = "^[0-9a-fA-F]{24}$";

/** Findings as sentences by field, in the words the field's clients know (wire-facts 2.0, 2.1). */
export function sentencesOf(findings: readonly Finding[]): FieldSentence[] {
  const sentences: FieldSentence[] = [];
  for (const finding of withoutBranches(findings)) {
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

/** Where none of several forms fits, the misfits of each single form only confuse: the outermost choice stays. */
function withoutBranches(findings: readonly Finding[]): Finding[] {
  const choices = findings
    .filter(({ keyword }) => keyword === "anyOf")
    .map(({ instancePath }) => instancePath);
  const isWithin = (path: string, choice: string) => path === choice || path.startsWith(`${choice}/`);
  return findings.filter(({ keyword, instancePath }) => {
    const around = choices.filter((choice) => isWithin(instancePath, choice));
    if (keyword !== "anyOf") return around.length === 0;
    return around.every((choice) => choice === instancePath);
  });
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
  const { limit, type, allowedValues, pattern } = params as {
    limit?: number;
    type?: string;
    allowedValues?: unknown[];
    pattern?: unknown;
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
      return String(pattern).includes(DATABASE_ID) ? "must be a mongodb id" : `must match ${pattern}`;
    case "anyOf":
      return "has none of the forms it may have";
    case "uniqueItems":
      return "must not hold the same element twice";
    default:
      return `is not valid (${keyword})`;
  }
}
