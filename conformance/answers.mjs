import { caseOf, leavesOf, messageWith, responsesOf } from "./cases.mjs";
import { shownOf } from "./shown.mjs";

/** For an SDK that never answers. */
const PATIENCE_MS = 60_000;

/**
 * Sends the vendor's message with each SDK, and one for each documented response. Of a response that means success, an SDK must
 * resolve with the vendor's id; for a status from 400 it must reject; and it must show the vendor's code or sentence. What an SDK
 * does otherwise is in its `unlike`, with the reason.
 * @returns {Promise<{ sdk: object, count: number, faults: string[], requests: object[] }[]>} `requests`: those of the first message.
 */
export async function checkAnswers(sdks, gateway) {
  const groups = new Map(sdks.map(({ provider }) => [provider, []]));
  for (const sdk of sdks) groups.get(sdk.provider).push(sdk);
  const checked = [...groups.values()].map(async (group) => {
    const results = [];
    // The gateway does not know which SDK calls: those of one vendor follow each other.
    for (const sdk of group) results.push(await checkSdk(sdk, gateway));
    return results;
  });
  return (await Promise.all(checked)).flat();
}

async function checkSdk(sdk, gateway) {
  const vendorCase = caseOf(sdk);
  const sending = { sdk, vendorCase, gateway };
  const first = await send(sending, undefined);
  const judged = [{ name: "success", fault: faultOf(first, vendorCase.responses[0], { isFirst: true }) }];
  const responses = responsesOf(vendorCase);
  for (const { response, word } of responses) {
    const fault = faultOf(await send(sending, word), response, { isFirst: false });
    judged.push({ name: response.name, fault });
  }
  return { sdk, count: judged.length, faults: faultsOf(judged, sdk), requests: first.requests };
}

/** A fault with a reason is none; a reason without a fault is one. */
function faultsOf(judged, { unlike = {} }) {
  const faults = judged.filter(({ name, fault }) => fault && !(name in unlike));
  const isFaulty = (name) => judged.some((one) => one.name === name && one.fault);
  const stale = Object.keys(unlike).filter((name) => !isFaulty(name));
  return [
    ...faults.map(({ name, fault }) => `${name}: ${fault}`),
    ...stale.map((name) => `${name}: it is in \`unlike\`, but the SDK reads it as the vendor's`),
  ];
}

async function send({ sdk, vendorCase, gateway }, word) {
  gateway.take(sdk.provider);
  const outcome = await outcomeOf(sdk.send(messageWith(word, vendorCase), vendorCase.credentials));
  const exchanges = gateway.take(sdk.provider);
  return {
    ...outcome,
    requests: exchanges.map(({ request }) => request),
    answer: exchanges.at(-1)?.response,
  };
}

async function outcomeOf(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
  });
  try {
    return { isResolved: true, shown: shownOf(await Promise.race([promise, late])) };
  } catch (error) {
    return { isResolved: false, shown: shownOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Why the simulator's answer is not taken as the vendor's. */
function faultOf({ isResolved, shown, answer }, response, { isFirst }) {
  const start = shown.replace(/\s+/g, " ").slice(0, 400);
  if (!answer) return `no request arrived: ${start}`;
  if (isFirst && answer.status >= 300)
    return `the simulator refuses a valid message: ${answer.status} ${answer.body}`;
  if (answer.status !== response.status) return `the simulator answered ${answer.status} ${answer.body}`;
  if (response.outcome === "accepted" && answer.status < 300 && !isResolved)
    return `a success is a failure: ${start}`;
  if (answer.status >= 400 && isResolved) return `status ${answer.status} is a success: ${start}`;
  const words = wordsOf(answer, response);
  if (words.length === 0 || words.some((word) => bare(shown).includes(bare(word)))) return undefined;
  return `shows none of the vendor's words (${words.join(" | ")}): ${start}`;
}

/** Spaces and escapes may differ. */
const bare = (text) => text.replace(/[\s"'`\\]/g, "");

/** Of a success, its id; of a failure, its codes and sentences. */
function wordsOf({ body, headers }, { outcome, id }) {
  const text = body.toString();
  const isJson = /^[{[]/.test(text);
  const words = isJson ? leavesOf(JSON.parse(text)).map(({ value }) => String(value)) : [codeIn(text)];
  if (outcome !== "accepted" || id === undefined) return words.filter((word) => word.length > 1);
  // The simulator numbers the ids.
  const [start] = /[A-Za-z0-9]+/.exec(id) ?? [""];
  return [...words, ...Object.values(headers)].filter(
    (word) => word.includes(start) || /^\d{8,}$/.test(word),
  );
}

/** In XML, the code or the id. */
const codeIn = (text) => /<(?:Code|MessageId)>([^<]+)/.exec(text)?.[1] ?? text;
