import { differencesOf, staleReasons } from "./requests.mjs";

const HEAD = `# The requests of Tidings and of the SDKs

Written by \`npm run conformance -- --write\`; \`npm run conformance\` fails if it is not up to date. For each SDK: what its request and the request
of our adapter for the same message do not have in common. Left out are headers of the connection, and those that state an SDK's name,
version or attempt, or which answers it reads (\`headers.mjs\` has the list). Signatures, times and boundaries are compared by their form.
`;

/**
 * The table of all differences, and what is wrong: a difference without a reason, or a reason without a difference.
 * @param {{ sdk: object, requests: object[] }[]} results
 */
export async function requestsTable(results, versionOf) {
  const faults = [];
  const sections = [];
  for (const { sdk, requests } of results) {
    const name = `${sdk.package} (${sdk.provider})`;
    const differences = requests.length === 0 ? [] : await differencesOf(sdk, requests);
    const unexplained = differences.filter(({ reason }) => reason === undefined);
    faults.push(
      ...unexplained.map(
        ({ part, ours, theirs }) => `${name}: ${part} differs without a reason: ${ours} | ${theirs}`,
      ),
      ...staleReasons(differences, sdk).map(
        (key) => `${name}: the reason for ${key} is not needed (any more)`,
      ),
    );
    sections.push(`## ${sdk.package} ${versionOf(sdk)}: ${sdk.provider}\n\n${tableOf(differences)}\n`);
  }
  return { text: [HEAD, ...sections].join("\n"), faults };
}

function tableOf(differences) {
  if (differences.length === 0) return "Equal.";
  const rows = differences.map(({ part, ours, theirs, reason = "" }) => [
    code(part),
    code(ours),
    code(theirs),
    reason,
  ]);
  return [["Part", "Tidings", "SDK", "Reason"], ["---", "---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

const MAX_SHOWN = 70;

function code(text) {
  if (text === undefined) return "";
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
  return `\`${shown.replaceAll("|", "\\|").replaceAll("`", "'")}\``;
}
