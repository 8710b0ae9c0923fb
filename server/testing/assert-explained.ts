import { DETAILS, type DetailCode } from "@tidings/contract";

const CODES = Object.keys(DETAILS) as DetailCode[];
const named = (...codes: DetailCode[]) => codes;
const FAILURES = CODES.filter((code) => DETAILS[code][0] === "Failed");
const CHANNELS = ["in_app", "email", "sms", "push", "chat"];

/** The codes that may explain a job that did not complete, by its status. */
const REASONS: Record<string, readonly DetailCode[]> = {
  failed: FAILURES,
  canceled: [
    ...named(
      "condition_not_met",
      "outside_schedule",
      "step_canceled",
      "filtered_by_workflow",
      "already_reached",
    ),
    ...named("filtered_by_user", "filtered_by_global", "filtered_by_subscriber"),
  ],
  skipped: named("condition_not_met", "digest_skipped", "throttle_exceeded"),
  merged: named("digest_merged"),
};

/** The status of later jobs when a code ends the run before them. */
const FOLLOWERS: { [Code in DetailCode]?: string } = {
  digest_merged: "merged",
  throttle_exceeded: "skipped",
};

/** Asserts that every job of an ended notification that did not complete has a known code as its reason. */
export function assertExplained(notification: any): any {
  let ended: string | undefined;
  let isCanceled = false;
  for (const job of notification.jobs) {
    const codes = job.executionDetails.map(codeOf);
    const what = `${job.type} ${job.status} [${codes}] of ${notification._id}`;
    if (ended !== undefined) {
      if (job.status === ended && codes.length === 0) continue;
      throw new Error(`not ${ended} after the end of the run: ${what}`);
    }
    if (job.status === "completed" || (isCanceled && job.status === "canceled" && codes.length === 0))
      continue;
    const reason = REASONS[job.status]?.find((code) => code === codes.at(-1));
    if (!reason) throw new Error(`unexplained: ${what}`);
    isCanceled ||= reason === "step_canceled";
    ended = FOLLOWERS[reason] ?? (endsItsRun(job) ? "canceled" : undefined);
  }
  return notification;
}

/** After a failed channel step the run continues; a failed control step (delay, digest, throttle) ends it. */
function endsItsRun({ status, type, executionDetails }: any): boolean {
  const isForAll = executionDetails.some((detail: any) =>
    named("subscriber_gone", "step_crashed", "internal_error").includes(codeOf(detail)),
  );
  return status === "failed" && (isForAll || !CHANNELS.includes(type));
}

function codeOf({ detail, status, source }: any): DetailCode {
  const code = CODES.find((one) => {
    const [ownStatus, ownSource, , sentence] = DETAILS[one];
    const [before = "", after] = sentence.split("<Provider>");
    const isSame = after === undefined ? detail === sentence : detail.endsWith(after);
    return isSame && detail.startsWith(before) && ownStatus === status && ownSource === source;
  });
  if (!code) throw new Error(`a detail without a code: ${status} ${source} ${detail}`);
  return code;
}
