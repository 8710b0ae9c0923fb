const NO_VARIABLE = "A condition names no variable";
const NO_AMOUNT = "A condition has a length without a number";

/** What is missing in a JSON-logic rule that is being typed, in the words of its form; undefined if nothing is. */
export function missingIn(rule: unknown): string | undefined {
  if (typeof rule !== "object" || rule === null) return undefined;
  if ("var" in rule && isEmpty(rule.var)) return NO_VARIABLE;
  if ("unit" in rule && "amount" in rule && rule.amount === "") return NO_AMOUNT;
  return Object.values(rule)
    .map(missingIn)
    .find((one) => one !== undefined);
}

const isEmpty = (path: unknown): boolean => path === "" || (Array.isArray(path) && (path[0] ?? "") === "");

/** The service's sentence about a rule in the words of its form; other sentences stay as they are. */
export function ruleProblem(sentence: string): string {
  if (sentence.includes('"var" needs the path of a variable')) return NO_VARIABLE;
  return sentence.includes("needs an amount above zero and a unit") ? NO_AMOUNT : sentence;
}
