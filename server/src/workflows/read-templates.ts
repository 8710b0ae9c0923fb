import { setImmediate } from "node:timers/promises";
import type { JsonObject } from "../foundation/json.ts";
import { findLeaves, type Leaf } from "../templates/leaves.ts";
import { inspectTemplate } from "../templates/templates.ts";
import { controlSchemaOf } from "./control-schemas/control-schemas.ts";
import type { Step } from "./workflow.ts";

/** A text of a step that is a template: where it stands, what it takes from outside, and what is wrong with it. */
export type TemplateReading = { path: string; variables: readonly string[]; error?: string };
type Inspection = Omit<TemplateReading, "path">;

/** Reading a text again would give the same; together at most this many characters are remembered. */
const MOST_REMEMBERED_CHARACTERS = 4_000_000;
/** Above this a text takes long enough (100 ms at worst) to let other requests go first. */
const LONG_CHARACTERS = 5_000;

const remembered = new Map<string, Inspection>();
let rememberedCharacters = 0;

/** The templates of each step, in the order of the steps. */
export async function readTemplates(steps: readonly Step[]): Promise<TemplateReading[][]> {
  const readings: TemplateReading[][] = [];
  for (const step of steps) {
    const own: TemplateReading[] = [];
    for (const { path, text } of leavesOfForms(step)) own.push({ path, ...(await inspect(text)) });
    readings.push(own);
  }
  return readings;
}

/** The texts of the step and of its variants. */
function leavesOfForms(step: Step): Leaf[] {
  const ofVariants = (step.variants ?? []).flatMap(({ controlValues }, place) =>
    leavesOf({ ...step, controlValues }).map((leaf) => ({ ...leaf, path: `variants.${place}.${leaf.path}` })),
  );
  return [...leavesOf(step), ...ofVariants];
}

/** Only known controls are rendered; what a caller keeps beside them is nobody's template. */
function leavesOf({ type, controlValues }: Step): Leaf[] {
  const { properties } = controlSchemaOf(type).dataSchema;
  const known = Object.entries(controlValues).filter(
    ([name]) => name !== "skip" && (type === "custom" || Object.hasOwn(properties, name)),
  );
  return findLeaves(Object.fromEntries(known) as JsonObject) ?? [];
}

async function inspect(text: string): Promise<Inspection> {
  const known = remembered.get(text);
  if (known) return known;
  if (text.length > LONG_CHARACTERS) await setImmediate();
  const inspection = inspectTemplate(text);
  remember(text, inspection);
  return inspection;
}

function remember(text: string, inspection: Inspection): void {
  if (rememberedCharacters + text.length > MOST_REMEMBERED_CHARACTERS) {
    remembered.clear();
    rememberedCharacters = 0;
  }
  remembered.set(text, inspection);
  rememberedCharacters += text.length;
}
