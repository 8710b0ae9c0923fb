import type { AnyOperation } from "@tidings/contract";
import { nested, withMembers } from "./hostile-documents.ts";
import { changedAt, type Draft, draftOf, escapeText, jsonText, pathsOf, valueAt } from "./hostile-draft.ts";
import { UNSTORABLE_TEXTS } from "./hostile-texts.ts";
import type { World } from "./seeded-world.ts";

/** Requests with a text that PostgreSQL cannot store: every such text, in every position. */
export function unstorableDrafts(operation: AnyOperation, world: World): Draft[] {
  return UNSTORABLE_TEXTS.flatMap((text) => [
    ...spoiltBodies(operation, world, text),
    ...spoiltUrls(operation, world, text),
  ]);
}

function spoiltBodies(operation: AnyOperation, world: World, text: string): Draft[] {
  const { body } = draftOf(operation, world, 0);
  return pathsOf(body).flatMap((path) => {
    const value = valueAt(body, path);
    if (typeof value === "string") {
      return [
        spoilt(operation, world, (draft) =>
          replace(
            draft,
            changedAt(body, path, () => text),
          ),
        ),
      ];
    }
    if (value?.constructor !== Object) return [];
    return [
      spoilt(operation, world, (draft) =>
        replace(
          draft,
          changedAt(body, [...path, text], () => 1),
        ),
      ),
    ];
  });
}

/** A broken escape in a query is plain text; in a path it is refused. */
function spoiltUrls(operation: AnyOperation, world: World, text: string): Draft[] {
  const inParams = Object.keys(operation.params?.properties ?? {}).map((name) =>
    spoilt(operation, world, ({ params }) => {
      params[name] = escapeText(text);
    }),
  );
  if (!text.isWellFormed()) return inParams;
  const inQuery = Object.keys(operation.query?.properties ?? {}).map((name) =>
    spoilt(operation, world, ({ query }) => void query.push([name, escapeText(text)])),
  );
  return [...inParams, ...inQuery];
}

/** Bodies with an additional member that must be refused: nested too deeply, or with a key of prototypes. */
export function forbiddenDrafts(operation: AnyOperation, world: World): Draft[] {
  if (operation.body === undefined) return [];
  return FORBIDDEN_MEMBERS.map((member) =>
    spoilt(operation, world, (draft) => {
      draft.bytes = Buffer.from(withMembers(jsonText(draft.body), member));
    }),
  );
}

const FORBIDDEN_MEMBERS = [
  ...[32, 33, 1_000, 50_000].map((depth) => `"unknown":${nested(depth)}`),
  '"__proto__":1',
  '"unknown":[{"a":{"__proto__":{"polluted":true}}}]',
  '"\\u005f_proto__":{"polluted":true}',
  '"constructor":{"prototype":{"polluted":true}}',
  '"unknown":[{"constructor":{"prototype":1}}]',
];

function spoilt(operation: AnyOperation, world: World, spoil: (draft: Draft) => void): Draft {
  const draft = draftOf(operation, world, 0);
  spoil(draft);
  return draft;
}

function replace(draft: Draft, body: unknown): void {
  draft.body = body;
}
