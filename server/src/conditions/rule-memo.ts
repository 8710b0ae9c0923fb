import type { Json, JsonObject } from "../foundation/json.ts";
import type { RuleResult } from "./result.ts";
import { variablesOfRule } from "./rule-variables.ts";

/**
 * Results of rules that use only the payload: they are the same for all recipients of a trigger. It exists for one batch,
 * because date operators compare with the batch's moment.
 */
export class RuleMemo {
  readonly #results = new WeakMap<object, WeakMap<JsonObject, RuleResult>>();

  /** The stored result of this rule object for this payload object, else that of `evaluate`. */
  of(rule: Json, payload: JsonObject, evaluate: () => RuleResult): RuleResult {
    if (typeof rule !== "object" || rule === null || !asksPayloadOnly(rule)) return evaluate();
    const ofRule = this.#results.get(rule) ?? new WeakMap<JsonObject, RuleResult>();
    this.#results.set(rule, ofRule);
    const result = ofRule.get(payload) ?? evaluate();
    ofRule.set(payload, result);
    return result;
  }
}

const payloadOnly = new WeakMap<object, boolean>();

function asksPayloadOnly(rule: object): boolean {
  const known =
    payloadOnly.get(rule) ?? variablesOfRule(rule as Json).every((path) => /^payload(\.|$)/.test(path));
  payloadOnly.set(rule, known);
  return known;
}
