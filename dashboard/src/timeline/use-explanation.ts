import type { Explanation, ExplanationInput } from "@tidings/contract";
import { useState } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { useRead } from "../app/read.ts";
import { useDelayed } from "../app/use-delayed.ts";

/** Half of the 400 ms after which the answer should be on the page. */
const DELAY_MS = 200;

/** What a trigger would do. */
export type ReadExplanation = {
  /** The last one that could be made. */
  readonly explanation: Explanation | undefined;
  /** Why what was asked last could not be explained. */
  readonly error: Error | null;
  /** True: `explanation` is about what is wanted now. */
  readonly isCurrent: boolean;
  /** True: what is wanted now is not answered yet. */
  readonly isBusy: boolean;
  readonly retry: () => void;
};

/**
 * What the trigger would do, asked for 200 ms after the last change of it, one request at a time. Without a body that can
 * be explained, nothing is asked.
 */
export function useExplanation(body: ExplanationInput | undefined): ReadExplanation {
  const text = body === undefined ? "" : JSON.stringify(body);
  const wanted = useDelayed(text, DELAY_MS);
  const [asked, setAsked] = useState(wanted);
  const read = useRead(
    ["explanation", asked],
    (client) => client.events.explain(JSON.parse(asked) as ExplanationInput),
    { isEnabled: asked !== "" },
  );
  if (asked !== wanted && !read.isFetching) setAsked(wanted);
  const { _id: environmentId } = useEnvironment().environment;
  const [last, setLast] = useState<{ environmentId: string; explanation: Explanation }>();
  if (read.data && last?.explanation !== read.data) setLast({ environmentId, explanation: read.data });
  const isOfSame =
    last?.environmentId === environmentId &&
    (body === undefined || last.explanation.workflow.workflowId === body.name);
  const isAnswered = asked === text && !read.isFetching;
  return {
    explanation: isOfSame ? last.explanation : undefined,
    error: text === "" ? null : read.error,
    isCurrent: isAnswered && read.data !== undefined,
    isBusy: text !== "" && !isAnswered,
    retry: () => void read.refetch(),
  };
}
