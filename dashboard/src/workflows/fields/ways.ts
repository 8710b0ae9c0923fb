import { propertiesOf, schemaAt, wordsOf } from "./form-fields.ts";
import { isAbsent, isObject, type Members } from "./json.ts";

/** One of the ways to say when a wait ends; a step has one of them. */
export type Way = {
  /** The control that says it: `amount`, `cron`, `dynamicKey`, `delayPath`, `timed`. */
  readonly name: string;
  /** The controls it needs. */
  readonly needs: readonly string[];
  /** The word of the control `type` for it. */
  readonly type: string | undefined;
};

const TYPES_OF: Readonly<Record<string, readonly string[]>> = {
  amount: ["regular", "fixed"],
  cron: ["timed"],
  dynamicKey: ["dynamic"],
  delayPath: ["scheduled"],
  timed: ["timed"],
};

/** What a way begins with. */
const START: Members = { amount: 1, unit: "hours", cron: "0 9 * * *" };

/** The ways of a schema whose `anyOf` names the controls of each, and whose `type` chooses one; otherwise none. */
export function waysOf(dataSchema: unknown): Way[] {
  const { anyOf, ...schema } = isObject(dataSchema) ? dataSchema : {};
  const properties = propertiesOf(schema);
  const words = wordsOf(schemaAt(properties, "type"));
  if (words.length === 0 || !Array.isArray(anyOf)) return [];
  const wayOf = (needs: readonly string[]): Way => {
    const [name = ""] = needs;
    return { name, needs, type: TYPES_OF[name]?.find((type) => words.includes(type)) };
  };
  const stated = anyOf.flatMap((one) => (isObject(one) && Array.isArray(one.required) ? [one.required] : []));
  // The older form of a calendar time: on the days of `timed`, every `amount` `unit`.
  const older = Object.hasOwn(properties, "timed") ? [["timed", "amount", "unit"]] : [];
  return [...stated, ...older].map(wayOf);
}

/** Only shown where they are in use: each has a newer form. */
const OLDER = ["timed", "delayPath"];
export const offeredWays = (ways: readonly Way[], current: Way | undefined): Way[] =>
  ways.filter((way) => way === current || !OLDER.includes(way.name));

/** The way that the service would go with these values, or, where they say none, the one of their type. */
export function currentWay(ways: readonly Way[], values: Members): Way | undefined {
  const isDynamic = isAbsent(values.type) || values.type === "dynamic";
  const holds: Readonly<Record<string, boolean>> = {
    cron: !isAbsent(values.cron),
    timed: isObject(values.timed),
    dynamicKey: !isAbsent(values.dynamicKey) && isDynamic,
    delayPath: !isAbsent(values.delayPath),
    amount: !isAbsent(values.amount) && !isAbsent(values.unit),
  };
  const order = Object.keys(holds);
  const found = order.filter((name) => holds[name]).map((name) => ways.find((way) => way.name === name));
  return found.find((way) => way) ?? ways.find(({ type }) => type === values.type) ?? ways[0];
}

/**
 * The controls that change when another way is chosen: those of the others go, its own come from what was there
 * before (`kept`), or from a proposal.
 */
export function changesToWay(ways: readonly Way[], to: Way, values: Members, kept: Members): Members {
  const gone = new Set(ways.flatMap(({ needs }) => needs).filter((name) => !to.needs.includes(name)));
  const own = to.needs
    .filter((name) => isAbsent(values[name]))
    .map((name) => [name, kept[name] ?? START[name]]);
  return {
    ...(to.type === undefined ? {} : { type: to.type }),
    ...Object.fromEntries([...gone].map((name) => [name, undefined])),
    ...Object.fromEntries(own),
  };
}
