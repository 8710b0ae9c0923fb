import { problemOf } from "./answer-problem.ts";
import { type Draft, requestOf } from "./hostile-draft.ts";
import type { RawAnswer, RawClient } from "./raw-http.ts";

const AT_ONCE = 16;

/** Sends the drafts over several connections; the answers come in the order of the drafts. */
export async function sendAll(client: RawClient, drafts: readonly Draft[]): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  const next = drafts.entries();
  const connection = async () => {
    for (const [index, draft] of next) answers[index] = await client.send(requestOf(draft));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connection));
  return answers;
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
