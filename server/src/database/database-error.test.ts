import { expect, test } from "vitest";
import { classifyDatabaseError } from "./database-error.ts";

test.each(["ECONNREFUSED", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN", "57P03", "08006", "53300", "25006"])(
  "%s: the database cannot be reached, or stores nothing",
  (code) => {
    expect(classifyDatabaseError(Object.assign(new Error("connect"), { code }))).toBe("unavailable");
    expect(classifyDatabaseError(Object.assign(new AggregateError([]), { code }))).toBe("unavailable");
  },
);
