import { isSame } from "../../app/is-same.ts";
import type { Draft, DraftStep } from "../draft.ts";
import { jsonText, valueText } from "./value-text.ts";
import { controlName, memberName, variantMember } from "./words.ts";

/** A member of a workflow or step that is different. An absent value is the empty text. */
export type Difference = {
  /** Unique among the members of a step. */
  readonly key: string;
  /** Empty for the whole of a step. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
};

export type StepComparison = {
  readonly stepId: string;
  readonly name: string;
  readonly type: string;
  readonly change: "added" | "removed" | "changed" | "none";
  /** Its places before and after, from 1, if its place among the steps of both is another one. */
  readonly moved: { readonly from: number; readonly to: number } | undefined;
  readonly differences: readonly Difference[];
};

export type Comparison = {
  readonly differences: readonly Difference[];
  /** In the order of `after`; a removed step stands where it stood. */
  readonly steps: readonly StepComparison[];
  readonly isSame: boolean;
};

/** What is different between two contents of a workflow. Steps are the same by their `stepId`. */
export function comparisonOf(before: Draft, after: Draft): Comparison {
  const { steps: was, ...old } = before;
  const { steps: is, ...now } = after;
  const differences = differencesOf(membersOf(old), membersOf(now));
  const moved = movedIds(was, is);
  const steps = inPlace(was, is).map((stepId) => stepComparison(stepId, was, is, moved.has(stepId)));
  const isUnchanged = steps.every(({ change, moved: place }) => change === "none" && !place);
  return { differences, steps, isSame: differences.length === 0 && isUnchanged };
}

type Steps = readonly DraftStep[];

const placeOf = (steps: Steps, id: string): number => steps.findIndex(({ stepId }) => stepId === id);

function stepComparison(stepId: string, was: Steps, is: Steps, isMoved: boolean): StepComparison {
  const [from, to] = [placeOf(was, stepId), placeOf(is, stepId)];
  const [before, after] = [was[from], is[to]];
  const { name, type } = (after ?? before) as DraftStep;
  const differences =
    before && after ? differencesOf(stepMembers(before), stepMembers(after)) : wholeStep(before, after);
  const moved = isMoved ? { from: from + 1, to: to + 1 } : undefined;
  return { stepId, name, type, change: changeOf(before, after, differences.length), moved, differences };
}

/** All of a step that is in one of the two only, as one text. */
function wholeStep(before: DraftStep | undefined, after: DraftStep | undefined): readonly Difference[] {
  const textOf = (step: DraftStep | undefined): string =>
    differencesOf(new Map(), stepMembers(step))
      .filter(({ key }) => key !== ".name" && key !== ".type")
      .map(({ name, after: text }) => (text.includes("\n") ? `${name}:\n${text}` : `${name}: ${text}`))
      .join("\n");
  const whole = { key: "whole", name: "", before: textOf(before), after: textOf(after) };
  return whole.before === whole.after ? [] : [whole];
}

function changeOf(before: unknown, after: unknown, differences: number): StepComparison["change"] {
  if (!before) return "added";
  if (!after) return "removed";
  return differences > 0 ? "changed" : "none";
}

/** The identifiers of all steps: those of `is`, and each removed one after the step that it followed. */
function inPlace(was: Steps, is: Steps): readonly string[] {
  const ids = is.map(({ stepId }) => stepId);
  was.forEach(({ stepId }, at) => {
    if (ids.includes(stepId)) return;
    const before = was[at - 1];
    ids.splice(before ? ids.indexOf(before.stepId) + 1 : 0, 0, stepId);
  });
  return ids;
}

/** The fewest steps that have to be moved to get from one order to the other. */
function movedIds(was: Steps, is: Steps): ReadonlySet<string> {
  const places = is.map(({ stepId }) => placeOf(was, stepId)).filter((place) => place !== -1);
  const runs: number[][] = [];
  for (const place of places) {
    const before = runs.filter((run) => (run.at(-1) ?? 0) < place).sort((a, b) => b.length - a.length)[0];
    runs.push([...(before ?? []), place]);
  }
  const kept = runs.sort((a, b) => b.length - a.length)[0] ?? [];
  const moved = places.filter((place) => !kept.includes(place));
  return new Set(moved.map((place) => (was[place] as DraftStep).stepId));
}

/** By a key that tells control values from members of the step itself: both may have a `type`. */
type Members = ReadonlyMap<
  string,
  { readonly name: string; readonly member: string; readonly value: unknown }
>;

/** Identifiers are what steps are matched by; they are no content. */
const IDENTITY: ReadonlySet<string> = new Set(["_id", "stepId", "workflowId", "origin"]);

function membersOf(content: object, place = "", nameOf = memberName): Members {
  const entries = Object.entries(content).filter(([member]) => !IDENTITY.has(member));
  return new Map(
    entries.map(([member, value]) => [`${place}.${member}`, { name: nameOf(member), member, value }]),
  );
}

/** The members of a step: its control values and those of its variants each by themselves. */
function stepMembers(step: DraftStep | undefined): Members {
  if (!step) return new Map();
  const { controlValues, variants = [], ...rest } = step;
  const ofVariants = variants.flatMap(({ name, filters, controlValues: values }, at) => {
    const nameOf = (member: string) => variantMember(name ?? `${at + 1}`, controlName(member));
    return [...membersOf({ ...values, filters }, `variants.${at}`, nameOf)];
  });
  return new Map([
    ...membersOf(rest),
    ...membersOf(controlValues ?? {}, "controls", controlName),
    ...ofVariants,
  ]);
}

function differencesOf(before: Members, after: Members): readonly Difference[] {
  const keys = [...new Set([...after.keys(), ...before.keys()])];
  return keys.flatMap((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    if (isSame(one?.value ?? "", other?.value ?? "")) return [];
    const { name = "", member = "" } = other ?? one ?? {};
    const texts = { before: valueText(member, one?.value), after: valueText(member, other?.value) };
    if (texts.before !== texts.after) return [{ key, name, ...texts }];
    return [{ key, name, before: jsonText(one?.value), after: jsonText(other?.value) }];
  });
}
