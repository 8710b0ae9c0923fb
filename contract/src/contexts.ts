import { type Static, Type } from "typebox";
import { freeForm, line, pathId, timestamp } from "./fields.ts";
import { operation } from "./operation.ts";
import { cursorPage, cursorQuery } from "./pages.ts";

/** Pattern of a context's type and id. */
export const CONTEXT_WORD_PATTERN = "^[A-Za-z0-9_-]{1,100}$";
const contextWord = (description: string) => Type.String({ pattern: CONTEXT_WORD_PATTERN, description });

/** What notifications belong to, such as a tenant or a project. A trigger can also create it. */
export const ContextRecord = Type.Object(
  {
    type: Type.String({ description: "Kind of the context, for example tenant." }),
    id: Type.String({ description: "The caller's id, unique within the type." }),
    data: freeForm("Custom data; templates read it as `context.TYPE.data`."),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: "ContextRecord", description: "What notifications belong to, for example a tenant or a project." },
);
export type ContextRecord = Static<typeof ContextRecord>;

export const ContextInput = Type.Object(
  {
    type: contextWord("Letters, digits, _ and -; at most 100."),
    id: contextWord("Letters, digits, _ and -; at most 100."),
    data: Type.Optional(freeForm("Default: empty.", "dataBytes")),
  },
  {
    title: "ContextInput",
    description: "A new context.",
    examples: [{ type: "tenant", id: "acme", data: { name: "Acme" } }],
  },
);
export type ContextInput = Static<typeof ContextInput>;

export const ContextChanges = Type.Object(
  { data: freeForm("Replaces the stored data.", "dataBytes") },
  {
    title: "ContextChanges",
    description: "Changes of a context.",
    examples: [{ data: { name: "Acme", plan: "team" } }],
  },
);
export type ContextChanges = Static<typeof ContextChanges>;

const chapter = "Contexts";
const path = "/v2/contexts/:type/:id";
const params = Type.Object({
  type: pathId("The context's type."),
  id: pathId("The caller's id of the context."),
});

export const listContexts = operation({
  id: "listContexts",
  chapter,
  method: "GET",
  path: "/v2/contexts",
  summary: "List contexts",
  description: "Lists contexts page by page. All filters must match; matching is case-sensitive.",
  status: 200,
  failures: [400],
  query: Type.Object({
    ...cursorQuery,
    after: Type.Optional(
      Type.String({ description: "Cursor (a context as `type:id`): return results after it." }),
    ),
    before: Type.Optional(
      Type.String({ description: "Cursor (a context as `type:id`): return results before it." }),
    ),
    orderBy: Type.Optional(Type.String({ description: "createdAt (the default) or updatedAt." })),
    type: Type.Optional(line("Only contexts of exactly this type.")),
    id: Type.Optional(line("Only contexts with exactly this id.")),
    search: Type.Optional(line("Text that `type:id` contains.")),
  }),
  response: cursorPage(ContextRecord),
});

export const createContext = operation({
  id: "createContext",
  chapter,
  method: "POST",
  path: "/v2/contexts",
  summary: "Create a context",
  description:
    "Returns 409 if a context with this type and id exists. A trigger that names an unknown context creates it, too.",
  status: 201,
  failures: [409],
  body: ContextInput,
  showsSubscribers: ["id"],
  response: ContextRecord,
});

export const getContext = operation({
  id: "getContext",
  chapter,
  method: "GET",
  path,
  summary: "Retrieve a context",
  status: 200,
  failures: [404],
  params,
  response: ContextRecord,
});

export const updateContext = operation({
  id: "updateContext",
  chapter,
  method: "PATCH",
  path,
  summary: "Update a context",
  description: "Replaces the context's data. Notifications rendered later use the new data.",
  status: 200,
  failures: [404],
  params,
  body: ContextChanges,
  showsSubscribers: ["id"],
  response: ContextRecord,
});

export const deleteContext = operation({
  id: "deleteContext",
  chapter,
  method: "DELETE",
  path,
  summary: "Delete a context",
  description:
    "Deletes the context with its data. Notifications and messages keep its key (`type:id`); templates rendered later see none of its data.",
  status: 204,
  failures: [404],
  params,
});

export const CONTEXT_OPERATIONS = [
  listContexts,
  createContext,
  getContext,
  updateContext,
  deleteContext,
] as const;
