import { type Static, Type } from "typebox";
import { Deletion, line, pathId, timestamp } from "./fields.ts";
import { KEY_SCOPES, operation } from "./operation.ts";
import { words } from "./vocabulary.ts";

/** Ours (issue 11): the API keys of an environment. */

const chapter = "API keys";
const NAME_MAX = 100;

const scopes = Type.Array(words(KEY_SCOPES), {
  minItems: 1,
  maxItems: KEY_SCOPES.length,
  uniqueItems: true,
  description:
    "What the key may do: `read` every GET and explanations, `trigger` triggers, `manage` everything, the other two included.",
});

const keyFields = {
  _id: Type.String({ description: "Made by the service; not the key itself." }),
  name: Type.Optional(Type.String({ description: "What the key is for, as its creator says." })),
  hint: Type.String({ description: "The last four characters of the key, after an ellipsis." }),
  scopes,
  createdAt: timestamp(),
  expiresAt: Type.Optional(timestamp("From this moment the key is refused; absent where it has no end.")),
  lastUsedAt: Type.Optional(
    timestamp("Of the last request, to a minute; absent where there has been none since keys record it."),
  ),
};

/** A key as it is listed: without the key itself. */
export const ApiKey = Type.Object(keyFields, {
  title: "ApiKey",
  description:
    "An API key of an environment, without the key itself, which only the answer shows that creates it.",
});
export type ApiKey = Static<typeof ApiKey>;

const key = Type.String({ description: "The key itself. No other answer shows it: keep it now." });

export const NewApiKey = Type.Object(
  { ...keyFields, key },
  { title: "NewApiKey", description: "A key that was just created, with the key itself." },
);
export type NewApiKey = Static<typeof NewApiKey>;

export const RotatedApiKey = Type.Object(
  { ...keyFields, key, replaces: ApiKey },
  { title: "RotatedApiKey", description: "The new key, with the key itself, and the old key with its end." },
);
export type RotatedApiKey = Static<typeof RotatedApiKey>;

const expiresAt = Type.Optional(timestamp("A moment in the future; without it the key has no end."));

export const ApiKeyInput = Type.Object(
  { name: Type.Optional(line("What the key is for.", NAME_MAX)), scopes, expiresAt },
  {
    title: "ApiKeyInput",
    description: "What is said of a key when it is created.",
    examples: [{ name: "Web shop", scopes: ["trigger"], expiresAt: "2099-01-01T00:00:00.000Z" }],
  },
);
export type ApiKeyInput = Static<typeof ApiKeyInput>;

export const ApiKeyRotation = Type.Object(
  {
    oldKeyExpiresAt: Type.Optional(
      timestamp("Until when the old key stays valid beside the new one; 24 hours when left out."),
    ),
    expiresAt: Type.Optional(
      timestamp("The end of the new key; when left out it lives as long as the old one was to live."),
    ),
  },
  {
    title: "ApiKeyRotation",
    description: "How long the old key stays valid beside the new one.",
    examples: [{ oldKeyExpiresAt: "2099-01-01T00:00:00.000Z" }],
  },
);
export type ApiKeyRotation = Static<typeof ApiKeyRotation>;

const environmentId = pathId("The id of the environment that the request's own key opens.");
const params = Type.Object({ environmentId });
const keyParams = Type.Object({ environmentId, keyId: pathId("The `_id` of the key.") });
const path = "/v1/environments/:environmentId/api-keys" as const;

export const listApiKeys = operation({
  id: "listApiKeys",
  chapter,
  method: "GET",
  path,
  summary: "List API keys",
  description:
    "All keys of the environment that are valid or ended within the last 30 days, the newest first. No answer shows a key again: hint and name distinguish them.",
  status: 200,
  failures: [404],
  params,
  answer: Type.Array(ApiKey),
});

export const createApiKey = operation({
  id: "createApiKey",
  chapter,
  method: "POST",
  path,
  summary: "Create an API key",
  description: "An environment has at most 100 keys. Only this answer shows the key.",
  status: 201,
  failures: [400, 404],
  params,
  body: ApiKeyInput,
  answer: NewApiKey,
});

export const rotateApiKey = operation({
  id: "rotateApiKey",
  chapter,
  method: "POST",
  path: `${path}/:keyId/rotate`,
  summary: "Rotate an API key",
  description:
    "Creates a key with the same name and scopes, and gives the old one an end, by default in 24 hours. Both are valid until then, so that callers can change over one by one.",
  status: 201,
  failures: [400, 404],
  params: keyParams,
  body: ApiKeyRotation,
  answer: RotatedApiKey,
});

export const revokeApiKey = operation({
  id: "revokeApiKey",
  chapter,
  method: "DELETE",
  path: `${path}/:keyId`,
  summary: "Revoke an API key",
  description:
    "Every process of the service refuses the key within 5 seconds. The key that the request itself is made with cannot be revoked by it.",
  status: 200,
  failures: [400, 404],
  params: keyParams,
  answer: Deletion,
});

export const API_KEY_OPERATIONS = [listApiKeys, createApiKey, rotateApiKey, revokeApiKey] as const;
