import { type AnyOperation, OPERATIONS, takesIdempotencyKey } from "@tidings/contract";
import { expect, test } from "vitest";
import { addressMark } from "../idempotency/address-mark.ts";
import { subjectsOf } from "./shown-subjects.ts";

const find = (id: string): AnyOperation => {
  const found = OPERATIONS.find((operation) => operation.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};
const subjects = (id: string, given: { params?: unknown; body?: unknown }, response: unknown) =>
  subjectsOf(find(id))({ params: {}, body: {}, ...given }, JSON.stringify(response));

test("subjects: the subscriber in the path, and those under the members that the operation names", () => {
  const quoted = 'a "b" \\ ]';
  expect(subjects("updateSubscriberPreferences", { params: { subscriberId: "ada" } }, {})).toEqual(["ada"]);
  expect(subjects("createSubscriber", {}, [{ subscriberId: quoted }, { id: "x" }])).toEqual([quoted]);
  expect(subjects("createContext", {}, { type: "person", id: "ada" })).toEqual(["ada"]);
  const added = { succeeded: ["ada", quoted], failed: { notFound: ["bob"] } };
  expect(subjects("addTopicSubscribersV1", {}, added)).toEqual(["ada", quoted, "bob"]);
  expect(subjects("renameTopicV1", {}, { key: "k", subscribers: [] })).toEqual([]);
  expect(
    subjectsOf(find("seeSubscriberNotifications"))({ params: { subscriberId: "ada" }, body: {} }, ""),
  ).toEqual([]);
  const mark = addressMark("ada@example.com");
  expect(subjects("testIntegration", { body: { to: "Ada@example.com" } }, {})).toEqual([mark]);
  expect(subjects("triggerEvent", { body: { to: "ada" } }, { transactionId: "t" })).toEqual([]);
});

/** Keyed operations whose responses show no subscriber, each group with the reason. */
const WITHOUT_SUBSCRIBERS: Readonly<Record<string, string>> = {
  "settings of the environment":
    "createTopic updateTopic createTopicV1 createIntegration updateIntegration setPrimaryIntegration closeBreaker deleteIntegration",
  "definitions of the sender":
    "createWorkflow updateWorkflow patchWorkflow duplicateWorkflow syncWorkflow restoreWorkflowVersion",
  "environments and keys":
    "createEnvironment updateEnvironment deleteEnvironment createApiKey rotateApiKey revokeApiKey",
  "ids of ours, codes, counts and times":
    "retryMessage resendMessage deleteMessage cancelNotification replayDeadLetters discardDeadLetters deleteSuppression deleteTopic",
  "the trigger's own id, and sentences about members of the request":
    "triggerEvent triggerEventsBulk broadcastEvent",
  "true or false, or no body":
    "deleteContext deleteMessagesByTransaction deleteWorkflow cancelTrigger deleteTopicV1 removeTopicSubscribersV1",
};

/** Names of members of a schema, at any depth. */
function membersOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const own = Object.keys((schema as { properties?: object }).properties ?? {});
  return [...own, ...Object.values(schema).flatMap((part) => membersOf(part, seen))];
}

test("each operation that takes an Idempotency-Key says whom its stored response shows", () => {
  const impersonal = Object.values(WITHOUT_SUBSCRIBERS).flatMap((ids) => ids.split(" "));
  const shows = ({ path, response, showsSubscribers, showsAddress }: AnyOperation) =>
    path.includes("/:subscriberId") ||
    membersOf(response).includes("subscriberId") ||
    showsSubscribers !== undefined ||
    showsAddress !== undefined;
  const keyed = OPERATIONS.filter(takesIdempotencyKey);
  const silent = keyed.filter((operation) => !shows(operation)).map(({ id }) => id);
  expect(silent.toSorted()).toEqual(impersonal.toSorted());
  for (const { id, response, showsSubscribers = [] } of keyed)
    for (const member of showsSubscribers) expect(membersOf(response), id).toContain(member);
});
