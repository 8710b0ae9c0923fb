import { LIQUID_FILTERS, type StepContentIssue } from "@tidings/contract";
import { typedBrace } from "./braces.ts";
import { didYouMean } from "./did-you-mean.ts";
import type { Language, Mark } from "./language.ts";
import { liquidTokensOf } from "./liquid-tokens.ts";
import { suggest } from "./suggest.ts";
import type { Variable } from "./variable-list.ts";
import { isNamed, usesOf } from "./variable-names.ts";

/** Texts with Liquid that may use these variables; what the service says about the text is marked in it. */
export function liquidLanguage(
  variables: readonly Variable[],
  issues: readonly StepContentIssue[],
): Language {
  return {
    tokensOf: liquidTokensOf,
    marksOf: (text) => marksOf(text, issues),
    suggest: (text, position) => suggest(text, position, variables),
    typed: typedBrace,
  };
}

/** A sentence of the service, and the variable that is probably meant. */
export type Problem = { message: string; name: string; meant?: string };

/** What is wrong with a text. Of a variable that the text does not use any more, nothing is said. */
export function problemsOf(
  text: string,
  variables: readonly Variable[],
  issues: readonly StepContentIssue[],
): Problem[] {
  if (issues.length === 0) return [];
  const uses = usesOf(text);
  const paths = withParents(variables);
  const seen = new Map<string, Problem>();
  for (const { message, variableName: name = "" } of issues) {
    const isUsed = uses.some((use) => isNamed(use, name));
    if (isGone(message, name, isUsed)) continue;
    const meant = isUsed ? didYouMean(name, paths) : undefined;
    seen.set(message, { message, name, ...(meant === undefined ? {} : { meant }) });
  }
  return [...seen.values()];
}

/** The issue is about a variable, which its sentence quotes, and has been repaired since. */
const isGone = (message: string, name: string, isUsed: boolean): boolean =>
  name !== "" && !isUsed && message.includes(`"${name}"`);

/** Objects are listed by their members, but a text may also name one. */
function withParents(variables: readonly Variable[]): string[] {
  const all = variables.flatMap(({ path }) => {
    const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index));
    return [path, ...ends];
  });
  return [...new Set(all)];
}

function marksOf(text: string, issues: readonly StepContentIssue[]): Mark[] {
  if (issues.length === 0) return [];
  const uses = usesOf(text);
  const ofVariables = issues.flatMap(({ message, variableName = "" }) =>
    uses.filter((use) => isNamed(use, variableName)).map(({ from, to }) => ({ from, to, title: message })),
  );
  return [...ofVariables, ...unknownFilters(text, issues)];
}

/** The service names one filter that it does not know; every one that is not in the list is. */
function unknownFilters(text: string, issues: readonly StepContentIssue[]): Mark[] {
  const issue = issues.find(({ issueType }) => issueType === "INVALID_FILTER_ARG_IN_VARIABLE");
  if (!issue) return [];
  const isKnown = (from: number, to: number) =>
    LIQUID_FILTERS.some(({ name }) => name === text.slice(from, to));
  return liquidTokensOf(text)
    .filter(({ kind, from, to }) => kind === "filter" && !isKnown(from, to))
    .map(({ from, to }) => ({ from, to, title: issue.message }));
}
