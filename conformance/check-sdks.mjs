import { readFileSync, writeFileSync } from "node:fs";
import { checkAnswers } from "./answers.mjs";
import { startGateway } from "./gateway/gateway.mjs";
import { redirectTo } from "./gateway/redirect.mjs";
import { startSimulator } from "./gateway/simulator.mjs";
import { requestsTable } from "./requests-table.mjs";
import { SDKS } from "./sdks.mjs";
import { checkWords } from "./words/check-words.mjs";
import { WORD_LISTS } from "./words.mjs";

const TABLE = new URL("requests.md", import.meta.url);
const MANIFEST = new URL("package.json", import.meta.url);

/** Prints what is wrong, and `N passed, N failed`. @returns {Promise<boolean>} whether nothing is wrong */
export async function checkSdks({ say, isWriting }) {
  // Some SDKs print warnings of their own.
  Object.assign(console, { log: ignore, info: ignore, warn: ignore, error: ignore });
  say(
    `Answers: ${SDKS.length} SDKs send every message and read every documented response of tidings simulator …`,
  );
  const results = await withGateway((gateway) => checkAnswers(SDKS, gateway));
  const answers = results.flatMap(({ sdk, faults }) =>
    faults.map((fault) => `${sdk.package} (${sdk.provider}): ${fault}`),
  );
  const messages = results.reduce((sum, { count }) => sum + count, 0);
  say(`Answers: ${messages} messages, ${answers.length} read otherwise.`);
  const { faults: requests } = await checkRequests(results, { say, isWriting });
  const words = await checkLists(say);
  const faults = [...answers, ...requests, ...words.faults];
  for (const fault of faults) say(`FAILED conformance > ${fault}`);
  say(`${messages + SDKS.length + words.count - faults.length} passed, ${faults.length} failed`);
  return faults.length === 0;
}

const ignore = () => undefined;

async function withGateway(work) {
  const simulator = await startSimulator();
  const hosts = SDKS.flatMap(({ hosts: own, provider }) => own.map((host) => [host, provider]));
  const gateway = await startGateway({ hosts, simulatorUrl: simulator.url });
  redirectTo(gateway.port);
  try {
    return await work(gateway);
  } finally {
    gateway.close();
    simulator.close();
  }
}

async function checkRequests(results, { say, isWriting }) {
  const { dependencies } = JSON.parse(readFileSync(MANIFEST, "utf8"));
  const { text, faults } = await requestsTable(results, (sdk) => dependencies[sdk.package]);
  if (isWriting) writeFileSync(TABLE, text);
  const isCurrent = readFileSync(TABLE, "utf8") === text;
  say(
    `Requests: compared with the adapters, conformance/requests.md is ${isCurrent ? "up to date" : "old"}.`,
  );
  const stale =
    "requests.md is not what the SDKs and the adapters send: npm run conformance -- --write, and look at the changes";
  return { faults: isCurrent ? faults : [...faults, stale] };
}

async function checkLists(say) {
  const faults = [];
  let count = 0;
  for (const list of WORD_LISTS) {
    count += Object.keys(list.rows).length;
    const found = await checkWords(list).catch((error) => [String(error)]);
    faults.push(...found.map((fault) => `${list.package}, ${list.list}: ${fault}`));
  }
  say(`Words: ${WORD_LISTS.length} lists of the SDKs with ${count} rows, ${faults.length} differ.`);
  return { count, faults };
}
