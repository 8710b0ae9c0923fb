/** The result of a rule or a list of filters. A problem is a sentence for the author of the rule. */
export type RuleResult = { ok: true; passes: boolean } | { ok: false; problem: string };

export const verdict = (passes: boolean): RuleResult => ({ ok: true, passes });
