import { expect, test } from "vitest";
import { subscriberKeyOf, workflowKeyOf } from "../foundation/ids.ts";
import { canonicalJson } from "../foundation/json.ts";
import { sha256 } from "../foundation/secrets.ts";
import { fingerprintOf, type TriggerRequest } from "./trigger.ts";

/** Fingerprints are stored, and compared with those of requests that a later version of the program receives. */
test("fingerprint: consists of the content of the request, in the words of earlier versions", () => {
  const request: TriggerRequest = {
    workflowKey: workflowKeyOf("welcome"),
    recipients: [{ subscriberKey: subscriberKeyOf("ada"), profile: { firstName: "Ada" } }],
    topics: [{ topicKey: "news", exclude: [subscriberKeyOf("bob")] }],
    actor: { subscriberKey: subscriberKeyOf("cleo") },
    contexts: [{ type: "tenant", id: "acme" }],
    payload: { total: 1 },
    overrides: {},
    transactionId: "txn_1",
    bytes: 100,
  };
  const content = {
    workflowIdentifier: "welcome",
    recipients: [{ subscriberId: "ada", profile: { firstName: "Ada" } }],
    topics: [{ topicKey: "news", exclude: ["bob"] }],
    actor: { subscriberId: "cleo" },
    contexts: [{ type: "tenant", id: "acme" }],
    payload: { total: 1 },
    overrides: {},
  };
  expect(fingerprintOf(request)).toEqual(sha256(canonicalJson(content)));
});
