import type { SchemaRow } from "./schema-rows.ts";

/** The texts about the trigger of a workflow. */
export const words = {
  call: "Call",
  callHelp:
    "Your own code starts the workflow with this call; the key is an API key with the scope “trigger”.",
  callLabel: "the call",
  payload: "Payload",
  none: "Without a schema, the workflow takes any payload, and texts may use any variable of it.",
  describe: "Describe the payload",
  fromLast: "Make from the last payload",
  noLast: "No notification of this workflow has a payload to read from.",
  added: "The fields of the last payload are in the schema.",
  nothingNew: "The schema has all fields of the last payload.",
  unread: "The last notification could not be read",
  forms: "Form of the schema",
  fields: "Fields",
  json: "JSON Schema",
  removeSchema: "Remove the schema",
  noRows: "This schema is not one of an object with fields: it can be edited as JSON.",
  noFields: "No fields yet.",
  add: "Add a field",
  name: "Name",
  type: "Type",
  required: "Required",
  example: "Example",
  nameTaken: "Another field has this name, or it is empty.",
  validate: "Refuse triggers whose payload does not fit the schema",
  validateHelp: "Without it, the schema only helps to write texts.",
} as const;

export const TYPE_WORDS: Readonly<Record<SchemaRow["type"], string>> = {
  string: "Text",
  number: "Number",
  integer: "Whole number",
  boolean: "Yes or no",
  object: "Object",
  array: "List",
  any: "Anything",
  other: "Of another kind",
};

export const ofField = (label: string, path: readonly string[]): string => `${label}: ${path.join(".")}`;
export const addIn = (path: readonly string[]): string => `${words.add} in ${path.join(".")}`;
export const removeField = (path: readonly string[]): string => `Remove the field ${path.join(".")}`;
