/** What a rule or a list of filters came to. A problem is a sentence for whoever wrote the rule. */
export type RuleResult = { ok: true; passes: boolean } | { ok: false; problem: string };

export const verdict = (passes: boolean): RuleResult => ({ ok: true, passes });
