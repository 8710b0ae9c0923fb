/** Irregular plurals. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["child", "children"],
  ["person", "people"],
  ["man", "men"],
  ["woman", "women"],
  ["foot", "feet"],
  ["tooth", "teeth"],
  ["mouse", "mice"],
  ["analysis", "analyses"],
  ["quiz", "quizzes"],
]);
const UNCHANGED: ReadonlySet<string> = new Set([
  "news",
  "series",
  "sheep",
  "fish",
  "feedback",
  "information",
]);
/** The first matching rule gives the ending. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/([^aeiou])y$/i, "$1ies"],
  [/(lea|loa|hal|shel|cal|kni|li|wi|thie)fe?$/i, "$1ves"],
  [/(ss|s|sh|ch|x|z)$/i, "$1es"],
  [/(her|potat|tomat|ech)o$/i, "$1oes"],
  [/$/, "s"],
];

/** The English plural of a word, for templates without one; `pluralize` takes the plural for other languages. */
export function englishPlural(word: string): string {
  const lower = word.toLowerCase();
  if (word === "" || UNCHANGED.has(lower)) return word;
  const irregular = IRREGULAR.get(lower);
  if (irregular !== undefined) return word.slice(0, 1) + irregular.slice(1);
  const [pattern, ending] = RULES.find(([fits]) => fits.test(word)) ?? [/$/, "s"];
  return word.replace(pattern, ending);
}
