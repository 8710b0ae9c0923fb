import { type Static, Type } from "typebox";
import { Deletion, line, pathId, timestamp } from "./fields.ts";
import { operation } from "./operation.ts";

/** What an environment's identifier is made of. */
export const ENVIRONMENT_WORD_PATTERN = "^[A-Za-z0-9_.\\-]+$";
export const COLOR_PATTERN = "^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$";

/** The environments of an organization, as Novu's clients read and change them. */

const chapter = "Environments";

const name = line("1 to 64 letters, digits, spaces, . _ or -; no other environment has it.", 64);
const identifier = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: ENVIRONMENT_WORD_PATTERN,
  description:
    "The caller's own name of it: letters, digits, _ . -, and not like an id that the service makes.",
});
const color = Type.String({
  pattern: COLOR_PATTERN,
  description: "For people to tell environments apart: `#1a2b3c`.",
});

const environmentFields = {
  _id: Type.String({ description: "Made by the service." }),
  name: Type.String(),
  _organizationId: Type.String(),
  identifier: Type.String({ description: "The caller's own name of it; its `_id` where none was given." }),
  color: Type.Optional(Type.String()),
  isTest: Type.Boolean({ description: "Made for tests: its clock can be held." }),
  createdAt: timestamp(),
};

export const Environment = Type.Object(environmentFields, {
  title: "Environment",
  description: "Everything belongs to exactly one environment; an API key opens exactly one.",
});
export type Environment = Static<typeof Environment>;

export const NewEnvironment = Type.Object(
  {
    ...environmentFields,
    apiKeys: Type.Array(
      Type.Object({
        key: Type.String({ description: "The key itself. No other answer shows it: keep it now." }),
        _userId: Type.String({ description: "The id of the key; the service has no users." }),
      }),
    ),
  },
  { title: "NewEnvironment", description: "An environment that was just created, with its first API key." },
);
export type NewEnvironment = Static<typeof NewEnvironment>;

export const EnvironmentInput = Type.Object(
  {
    name,
    color: Type.Optional(color),
    identifier: Type.Optional(identifier),
    isTest: Type.Optional(
      Type.Boolean({ description: "True: its clock can be held. That cannot be changed later." }),
    ),
  },
  {
    title: "EnvironmentInput",
    description: "What is said of an environment when it is created.",
    examples: [{ name: "Production", color: "#7e52f4" }],
  },
);
export type EnvironmentInput = Static<typeof EnvironmentInput>;

export const EnvironmentChanges = Type.Object(
  { name: Type.Optional(name), color: Type.Optional(color), identifier: Type.Optional(identifier) },
  {
    title: "EnvironmentChanges",
    description: "What changes about an environment; a field left out stays.",
    examples: [{ name: "Production EU" }],
  },
);
export type EnvironmentChanges = Static<typeof EnvironmentChanges>;

const path = "/v1/environments";
const params = Type.Object({
  environmentId: pathId("The `_id` of an environment of the same organization."),
});

export const listEnvironments = operation({
  id: "listEnvironments",
  chapter,
  method: "GET",
  path,
  summary: "List environments",
  description: "The environments of the caller's organization, the oldest first, without their keys.",
  status: 200,
  answer: Type.Array(Environment),
});

export const createEnvironment = operation({
  id: "createEnvironment",
  chapter,
  method: "POST",
  path,
  summary: "Create an environment",
  description:
    "Creates an environment in the caller's organization, with an inbox, a local outbox for e-mail, the sample workflow and an API key with the scope `manage`. Only this answer shows the key. An organization has at most 100 environments.",
  status: 201,
  failures: [400],
  body: EnvironmentInput,
  answer: NewEnvironment,
});

export const getOwnEnvironment = operation({
  id: "getOwnEnvironment",
  chapter,
  method: "GET",
  path: `${path}/me`,
  summary: "Retrieve the caller's own environment",
  description: "The environment that the request's API key opens.",
  status: 200,
  answer: Environment,
});

export const updateEnvironment = operation({
  id: "updateEnvironment",
  chapter,
  method: "PUT",
  path: `${path}/:environmentId`,
  summary: "Update an environment",
  description: "Changes the fields given.",
  status: 200,
  failures: [400, 404],
  params,
  body: EnvironmentChanges,
  answer: Environment,
});

export const deleteEnvironment = operation({
  id: "deleteEnvironment",
  chapter,
  method: "DELETE",
  path: `${path}/:environmentId`,
  summary: "Delete an environment",
  description:
    "Every process refuses its API keys within 5 seconds, and nothing more of it is sent; workers then delete everything that belongs to it. The caller's own environment cannot be deleted.",
  status: 200,
  failures: [400, 404],
  params,
  answer: Deletion,
});

export const ENVIRONMENT_OPERATIONS = [
  listEnvironments,
  createEnvironment,
  getOwnEnvironment,
  updateEnvironment,
  deleteEnvironment,
] as const;
