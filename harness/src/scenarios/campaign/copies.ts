import type { TriggerRequest } from "../../history-client.ts";
import type { TestBed } from "../../scenario.ts";
import { COPIES, type JudgeRecipient } from "../../scripted-smtp.ts";
import type { Traffic } from "../../workload.ts";
import type { Activity } from "./activity.ts";
import { NUMBERS, requestOf } from "./requests.ts";

/** The mail server that puts copies off. */
export const COPY_SERVER = "copies";

const PAUSE_MS = 5_000;
const AT_ONCE = 6;
const GREYLISTED = { code: 450, text: "4.2.0 Greylisted, try again later" };

const copyOf = (transactionId: string): string => transactionId + COPIES;

/** A copy is refused for now when the server sees its address first; the subscriber gets the mail meanwhile. */
export function greylisting(): JudgeRecipient {
  const seen = new Set<string>();
  return (address) => {
    if (!address.endsWith(COPIES) || seen.has(address)) return undefined;
    seen.add(address);
    return GREYLISTED;
  };
}

/** Mails with a copy to an address of its own: the subscriber and the copy get each of them. */
export function copies(): Activity {
  const sent: string[] = [];
  return {
    name: "mails with copies",
    pauseMs: PAUSE_MS,
    count: () => sent.length,
    begin: async (testBed) => {
      testBed.afterSettling(() => expectCopies(testBed, sent));
      return async (n) => {
        const requests = Array.from({ length: AT_ONCE }, (_, index) =>
          copiedRequest(testBed.traffic, NUMBERS.copied + n * AT_ONCE + index),
        );
        await testBed.client.bulk(requests);
        sent.push(...requests.map(({ transactionId }) => transactionId));
      };
    },
  };
}

function copiedRequest(traffic: Traffic, n: number): TriggerRequest {
  const request = requestOf(traffic, "copied", n);
  const overrides = { email: { cc: [copyOf(request.transactionId)] } };
  return { ...request, body: { ...request.body, overrides } };
}

function expectCopies({ moreProviders, expect, log }: TestBed, sent: readonly string[]): void {
  const calls = moreProviders.filter(({ name }) => name === COPY_SERVER).flatMap((server) => server.calls);
  const alone = calls.filter(({ recipients = [] }) =>
    recipients.every((address) => address.endsWith(COPIES)),
  );
  const taken = new Set(calls.flatMap(({ recipients = [] }) => recipients));
  for (const transactionId of sent)
    expect(taken.has(copyOf(transactionId)), `the copy of ${transactionId} was not sent`);
  log(`${sent.length} copies, ${alone.length} times without the subscriber`);
}
