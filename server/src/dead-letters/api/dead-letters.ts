import {
  discardDeadLetters as discardOperation,
  listDeadLetters as listOperation,
  type ReplayInput,
  replayDeadLetters as replayOperation,
  resendMessage as resendOperation,
} from "@tidings/contract";
import { callerName } from "../../environments/caller-name.ts";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, type Call, endpoint } from "../../http/endpoint.ts";
import { countDeadLetters } from "../dead-letter-count-store.ts";
import { countReplay, type DeadLetterFilter, listDeadLetters } from "../dead-letter-store.ts";
import { discardDeadLetters } from "../discard.ts";
import { replayDeadLetters, resendMessage } from "../replay.ts";
import { readFilter, toDeadLetter } from "./dead-letter-wire.ts";
import { toReplay } from "./replay-wire.ts";

const DEFAULT_LIMIT = 10;

export const listDeadLettersEndpoint = (api: Api) =>
  endpoint(listOperation, async (call) => {
    const { database, environment, query } = call;
    const { after, limit = DEFAULT_LIMIT, replayed = false, discarded = false, ...filter } = query;
    const { replayId } = query;
    const isReplayed = replayed || replayId !== undefined;
    const wanted = { ...(await readFilter(call, filter)), isReplayed, isDiscarded: discarded };
    const page = { after, limit: limit + 1 };
    const [found, counts, progress] = await Promise.all([
      listDeadLetters(database, environment.id, wanted, page),
      countDeadLetters(database, environment.id, wanted),
      replayId === undefined ? undefined : countReplay(database, environment.id, replayId),
    ]);
    const data = found.slice(0, limit);
    return {
      data: data.map((letter) => toDeadLetter(letter, api.brand)),
      next: found.length > limit ? (data.at(-1)?.id ?? null) : null,
      totalCount: counts.reduce((sum, { count }) => sum + count, 0),
      counts: Object.fromEntries(counts.map(({ reason, count }) => [reason, count])),
      ...(progress && { progress }),
    };
  });

export const replayDeadLettersEndpoint = (api: Api) =>
  endpoint(replayOperation, async (call) => {
    const { environment, body } = call;
    const { dryRun: isDryRun = false, includeReached: includesReached = false } = body;
    const request = { filter: await selectionOf(call, body), isDryRun, includesReached };
    return toReplay(await replayDeadLetters(replaying(api, call), environment.id, request), isDryRun);
  });

export const discardDeadLettersEndpoint = endpoint(discardOperation, async (call) => {
  const { database, environment, body } = call;
  const { dryRun: isDryRun = false, ids: given = [] } = body;
  const request = { filter: await selectionOf(call, body), isDryRun, by: await callerName(database, call) };
  const ids = await discardDeadLetters(database, environment.id, request);
  const skipped = given.length === 0 ? 0 : new Set(given).size - ids.length;
  return { discarded: ids.length, skipped, ids };
});

/** @throws AppError bad_request if nothing is selected. */
async function selectionOf(
  call: Pick<Call<never>, "database" | "environment">,
  { ids, filter }: Pick<ReplayInput, "ids" | "filter">,
): Promise<DeadLetterFilter> {
  if (!ids && !filter) throw new AppError("bad_request", "Provide `ids` or `filter` ({} matches all)");
  return { ...(await readFilter(call, filter ?? {}, "filter.")), ids };
}

export const resendMessageEndpoint = (api: Api) =>
  endpoint(resendOperation, async (call) => {
    const { environment, params } = call;
    await resendMessage(replaying(api, call), environment.id, params.messageId);
    return { acknowledged: true };
  });

/** Notifies the workers after the commit. */
function replaying(
  { announceWork }: Api,
  { database, transaction }: Pick<Call<never>, "database" | "transaction">,
) {
  return {
    database,
    announceWork: () => (transaction ? transaction.afterCommit(announceWork) : announceWork()),
  };
}
