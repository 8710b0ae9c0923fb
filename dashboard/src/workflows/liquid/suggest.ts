import { LIQUID_FILTERS } from "@tidings/contract";
import { codesOf } from "./codes.ts";
import { lexemesOf } from "./lexemes.ts";
import { localVariables } from "./scope.ts";
import type { Token } from "./tokens.ts";
import type { Variable } from "./variable-list.ts";
import { tagSentences } from "./words.ts";

/** One line of the list. */
export type Suggestion = {
  label: string;
  /** Beside the label: a type, or the arguments of a filter. */
  detail?: string;
  /** A sentence about it. */
  info?: string;
  /** What is written, and what is written behind the caret. */
  insert: string;
  after?: string;
};

/** What may be written in place of the text from `from` to `to`. */
export type Suggestions = { from: number; to: number; list: readonly Suggestion[] };

/** Tags after which a value comes. */
const VALUE_TAGS = new Set(["if", "unless", "elsif", "case", "when", "echo", "cycle"]);
const VALUE_KEYWORDS = new Set(["and", "or", "not", "in", "contains"]);

/** What may stand at a place of the text: variables, filters or tags; undefined where nothing can be completed. */
export function suggest(
  text: string,
  position: number,
  variables: readonly Variable[],
): Suggestions | undefined {
  const code = codesOf(text).find(({ from, to }) => from <= position && position <= to);
  if (!code) return undefined;
  const tokens = lexemesOf(text.slice(code.from, position), code.isTag, code.from);
  const last = tokens.at(-1);
  if (last?.kind === "string" && !isClosedString(text.slice(last.from, last.to))) return undefined;
  const isTyped = last !== undefined && last.to === position && isWord(last);
  const before = isTyped ? tokens.slice(0, -1) : tokens;
  const from = isTyped ? last.from : position;
  const to = position + (/^[\p{L}\p{N}_.-]*/u.exec(text.slice(position, code.to))?.[0].length ?? 0);
  const typed = text.slice(from, position);
  const list = listAfter(before, text, code.isTag, () => [
    ...withIndices(typed, variables),
    ...localVariables(text, position, variables),
  ]);
  return list && { from, to, list: list.map((one) => spaced(one, text, from, to)) };
}

const isWord = ({ kind }: Token): boolean => !["operator", "string", "delimiter"].includes(kind);
const isClosedString = (text: string): boolean => text.length > 1 && text.at(-1) === text[0];

function listAfter(
  before: readonly Token[],
  text: string,
  isTag: boolean,
  variables: () => readonly Variable[],
): readonly Suggestion[] | undefined {
  const last = before.at(-1);
  const word = last && text.slice(last.from, last.to);
  if (word === "|") return filterSuggestions;
  if (last === undefined) return isTag ? tagSuggestions : variables().map(ofVariable);
  const isValue =
    (last.kind === "operator" && word !== ")") ||
    (last.kind === "keyword" && VALUE_KEYWORDS.has(word ?? "")) ||
    (last.kind === "tag" && VALUE_TAGS.has(word ?? ""));
  return isValue ? variables().map(ofVariable) : undefined;
}

const ofVariable = ({ path, type, description, example }: Variable): Suggestion => {
  const info = [description, example && `Example: ${example}`].filter(Boolean).join(" ");
  return { label: path, detail: type, insert: path, ...(info ? { info } : {}) };
};

const filterSuggestions: readonly Suggestion[] = LIQUID_FILTERS.map(({ name, sentence, arguments: all }) => {
  const names = all.map((one) => (one.isRequired ? one.name : `${one.name}?`)).join(", ");
  const isFollowed = all.some(({ isRequired }) => isRequired);
  return { label: name, detail: names, info: `${sentence}.`, insert: isFollowed ? `${name}: ` : name };
});

const tagSuggestions: readonly Suggestion[] = Object.entries(tagSentences).map(([name, info]) => ({
  label: name,
  info,
  insert: /^(?:end|else$|break|continue)/.test(name) ? name : `${name} `,
}));

/** The indices of the list are 0; those that are typed are kept. */
function withIndices(typed: string, variables: readonly Variable[]): readonly Variable[] {
  const indices = typed.match(/\[\d+\]/g) ?? [];
  if (indices.length === 0) return variables;
  return variables.map((one) => {
    let at = 0;
    return { ...one, path: one.path.replace(/\[0\]/g, (zero) => indices[at++] ?? zero) };
  });
}

/** With a space between it and the delimiters. */
function spaced(one: Suggestion, text: string, from: number, to: number): Suggestion {
  const left = /[{%|]-?$/.test(text.slice(Math.max(0, from - 3), from)) ? " " : "";
  const isTight = /^-?[}%]/.test(text.slice(to)) && !one.insert.endsWith(" ");
  return { ...one, insert: left + one.insert, ...(isTight ? { after: " " } : {}) };
}
