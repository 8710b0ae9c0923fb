import { setTimeout } from "node:timers/promises";
import { problemOf } from "./answer-problem.ts";
import { type Draft, requestOf } from "./hostile-draft.ts";
import { PATIENCE_MS } from "./patience.ts";
import type { RawAnswer, RawClient } from "./raw-http.ts";

const AT_ONCE = 16;

/** Sends the drafts over several connections; the answers come in the order of the drafts. */
export async function sendAll(client: RawClient, drafts: readonly Draft[]): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  const next = drafts.entries();
  const connection = async () => {
    for (const [index, draft] of next) answers[index] = await sendWhenServed(client, draft);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connection));
  return answers;
}

/**
 * On a busy machine, large requests wait longer for a connection or a thread than the service allows: it answers 503 with a
 * Retry-After, and nothing is stored. @returns the last answer when the patience is over: a request that is never served is a problem.
 */
async function sendWhenServed(client: RawClient, draft: Draft): Promise<RawAnswer> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await client.send(requestOf(draft));
    if (answer.status !== 503 || !answer.retryAfterS || performance.now() > end) return answer;
    await setTimeout(answer.retryAfterS * 1_000);
  }
}

/** The problems of all answers, each with its request. */
export function problemsOf(drafts: readonly Draft[], answers: readonly RawAnswer[]): string[] {
  return drafts.flatMap((draft, index) => {
    const complaint = problemOf(answers[index] as RawAnswer, draft.isElsewhere ? undefined : draft.operation);
    return complaint ? [describeFailure(draft, complaint)] : [];
  });
}

/** Describes a problem with its request, so that the request can be sent again by hand. */
export function describeFailure(draft: Draft, complaint: string): string {
  const { method, path, headers, body } = requestOf(draft);
  const heads = headers.slice(1).map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  const request = `${method} ${path.slice(0, 300)} [${heads.join(", ")}] ${body?.toString().slice(0, 600) ?? ""}`;
  return `${draft.operation.id} (${draft.story.join("; ")}): ${complaint.slice(0, 800)}\n  ${request}`;
}
