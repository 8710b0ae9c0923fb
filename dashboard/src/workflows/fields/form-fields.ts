import type { UiComponent, UiSchema, UiSchemaProperty } from "@tidings/contract";
import { isObject, type Members } from "./json.ts";
import { type FieldKind, KIND_OF } from "./kinds.ts";

/** What the schema makes of a kind: a line may be a link or the path of a value in the payload. */
export type Drawn = FieldKind | "link" | "path";

/** One field of the form of a step. */
export type FormField = {
  /** The control, or the member of one, such as `amount`. */
  readonly name: string;
  readonly drawn: Drawn;
  /** The controls whose values the field edits: for a length `amount` and `unit`. */
  readonly controls: readonly string[];
  /** The component of the service's form; undefined for controls that have none. */
  readonly component: UiComponent | undefined;
  readonly schema: Members;
  readonly isRequired: boolean;
  /** Of a length: the units. */
  readonly units: readonly string[];
  readonly placeholder: UiSchemaProperty["placeholder"];
  /** Of a length: the unit that is proposed. */
  readonly unitPlaceholder: string | undefined;
};

const OF_UNITS: readonly UiComponent[] = ["DIGEST_UNIT", "DELAY_UNIT", "THROTTLE_UNIT"];

/** The fields of a form, one for each control, in the order of the schema. */
export function formFieldsOf(dataSchema: unknown, uiSchema: UiSchema | undefined): FormField[] {
  const { properties: schemas, required } = isObject(dataSchema) ? dataSchema : {};
  const components = uiSchema?.properties ?? {};
  const known = isObject(schemas) ? schemas : {};
  const names = [...new Set([...Object.keys(known), ...Object.keys(components)])];
  const hasUnit = "amount" in components && OF_UNITS.some((one) => one === components.unit?.component);
  return names.flatMap((name): FormField[] => {
    if (hasUnit && name === "unit") return [];
    const isPair = hasUnit && name === "amount";
    const schema = schemaAt(known, name);
    const component = components[name]?.component;
    const drawn = isPair ? "length" : drawnAs(name, component, schema);
    const unit = isPair ? components.unit : components[name]?.properties?.unit;
    return [
      {
        name,
        drawn,
        controls: isPair ? ["amount", "unit"] : [name],
        component,
        schema,
        isRequired: Array.isArray(required) && required.includes(name),
        units: wordsOf(isPair ? schemaAt(known, "unit") : schemaAt(propertiesOf(schema), "unit")),
        placeholder: components[name]?.placeholder,
        unitPlaceholder: typeof unit?.placeholder === "string" ? unit.placeholder : undefined,
      },
    ];
  });
}

/** The schema decides: a field that carries another component is drawn as what its value is. Without both: JSON. */
export function drawnAs(name: string, component: UiComponent | undefined, schema: Members): Drawn {
  const kind = component === undefined ? undefined : KIND_OF[component];
  if (kind === "conditions") return kind;
  const [type] = [schema.type].flat().filter((one) => one !== "null");
  if (wordsOf(schema).length > 0) return "choice";
  if (type === "object") return drawnAsObject(propertiesOf(schema));
  if (type === "boolean") return "switch";
  if (type === "integer" || type === "number") return "number";
  if (type === "string") return drawnAsString(name, kind);
  if (type !== undefined || kind === undefined) return "json";
  return withoutSchema(name, kind);
}

function drawnAsObject(properties: Members): Drawn {
  if ("amount" in properties && "unit" in properties) return "length";
  if ("redirect" in properties) return "buttons";
  return "url" in properties ? "link" : "json";
}

function drawnAsString(name: string, kind: FieldKind | undefined): Drawn {
  if (/(?:Key|Path)$/.test(name)) return "path";
  return kind === "text" || kind === "calendar" ? kind : "line";
}

/** A choice of nothing is a line; a length is an amount whose unit is not known. */
function withoutSchema(name: string, kind: FieldKind): Drawn {
  if (kind === "choice" || kind === "line") return drawnAsString(name, "line");
  return kind === "length" ? "json" : kind;
}

/** The words that a text may be. */
export const wordsOf = ({ enum: words }: Members): readonly string[] =>
  Array.isArray(words) ? words.filter((word) => typeof word === "string") : [];

export const propertiesOf = ({ properties }: Members): Members => (isObject(properties) ? properties : {});

export function schemaAt(properties: Members, name: string): Members {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isObject(schema) ? schema : {};
}

/** The value that a field edits. A length of two controls is one object. */
export function fieldValue({ controls, name }: FormField, values: Members): unknown {
  if (controls.length === 1) return values[name];
  return Object.fromEntries(controls.map((control) => [control, values[control]]));
}

/** The controls that change with the value of a field. */
export function changesOf({ controls, name }: FormField, value: unknown): Members {
  if (controls.length === 1) return { [name]: value };
  return Object.fromEntries(
    controls.map((control) => [control, isObject(value) ? value[control] : undefined]),
  );
}

/** The controls that no field of the form edits, such as those of a custom step. */
export function otherValues(fields: readonly FormField[], values: Members): Members {
  const known = fields.flatMap(({ controls }) => controls);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !known.includes(name)));
}
